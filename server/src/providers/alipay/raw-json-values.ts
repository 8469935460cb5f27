/**
 * The values of a JSON object by name, each exactly as it was written, because a signature covers those characters.
 * Undefined for any other text, and for a repeated name, which two parsers may read differently.
 */
export function rawJsonValues(text: string): Map<string, string> | undefined {
  if (!isObject(text)) return undefined;
  const values = new Map<string, string>();
  let depth = 0;
  let name: string | undefined;
  let start = 0;
  // The text is valid JSON, so it is enough to look at strings and punctuation.
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g)) {
    if (depth === 1 && (token === ',' || token === '}') && name !== undefined) {
      if (values.has(name)) return undefined;
      values.set(name, text.slice(start, index).trim());
      name = undefined;
    }
    if (depth === 1 && name === undefined && token.startsWith('"')) name = String(JSON.parse(token));
    if (depth === 1 && token === ':') start = index + 1;
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
  }
  return values;
}

function isObject(text: string) {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
