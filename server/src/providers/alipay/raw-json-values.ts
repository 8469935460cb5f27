/**
 * The values of a JSON object by name, each exactly as it was written: a signature covers those characters and no others.
 * Undefined for any other text, and for a name that stands there twice, as two readers could take it for two things.
 */
export function rawJsonValues(text: string): Map<string, string> | undefined {
  if (!isObject(text)) return undefined;
  const parts = new Map<string, string>();
  let depth = 0;
  let name: string | undefined;
  let start = 0;
  // The text is known to be JSON, so that strings and signs are all there is to see.
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g)) {
    if (depth === 1 && (token === ',' || token === '}') && name !== undefined) {
      if (parts.has(name)) return undefined;
      parts.set(name, text.slice(start, index).trim());
      name = undefined;
    }
    if (depth === 1 && name === undefined && token.startsWith('"')) name = String(JSON.parse(token));
    if (depth === 1 && token === ':') start = index + 1;
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
  }
  return parts;
}

function isObject(text: string) {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
