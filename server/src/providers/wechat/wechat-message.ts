/** Far more than any event needs. */
const maxLength = 65_536;

const field = /\s*<([A-Za-z]\w*)>((?:<!\[CDATA\[(?:(?!\]\]>)[^])*\]\]>)+|[^<>&]*)<\/\1>/y;

/**
 * Reads the flat list of elements that WeChat's events consist of. Undefined for anything else, such as nested elements,
 * attributes, entities or document types.
 */
export function readMessage(xml: string): ReadonlyMap<string, string> | undefined {
  const text = xml.length > maxLength ? '' : xml.trim();
  if (!text.startsWith('<xml>') || !text.endsWith('</xml>')) return undefined;
  const content = text.slice('<xml>'.length, -'</xml>'.length).trimEnd();
  const fields = new Map<string, string>();
  let position = 0;
  while (position < content.length) {
    field.lastIndex = position;
    const [whole, name, value] = field.exec(content) ?? [];
    // A repeated element is ambiguous.
    if (whole === undefined || name === undefined || value === undefined || fields.has(name)) return undefined;
    fields.set(name, value.startsWith('<') ? value.slice(9, -3).replaceAll(']]><![CDATA[', '') : value);
    position += whole.length;
  }
  return fields;
}

/** Texts become CDATA; one that contains the end mark is split into two sections. */
export function writeMessage(fields: Record<string, string | number>): string {
  const elements = Object.entries(fields).map(([name, value]) => {
    const content = typeof value === 'number' ? value : `<![CDATA[${value.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
    return `<${name}>${content}</${name}>`;
  });
  return `<xml>${elements.join('')}</xml>`;
}
