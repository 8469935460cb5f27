/** Far more than any event has. */
const mostCharacters = 65_536;

const field = /\s*<([A-Za-z]\w*)>((?:<!\[CDATA\[(?:(?!\]\]>)[^])*\]\]>)+|[^<>&]*)<\/\1>/y;

/**
 * The one level of elements that WeChat's events are made of. What only general XML has, such as nesting, attributes,
 * entities and document types, is not read at all: undefined.
 */
export function readMessage(xml: string): ReadonlyMap<string, string> | undefined {
  const text = xml.length > mostCharacters ? '' : xml.trim();
  if (!text.startsWith('<xml>') || !text.endsWith('</xml>')) return undefined;
  const inside = text.slice('<xml>'.length, -'</xml>'.length).trimEnd();
  const fields = new Map<string, string>();
  let at = 0;
  while (at < inside.length) {
    field.lastIndex = at;
    const [whole, name, value] = field.exec(inside) ?? [];
    // Who says a thing twice may be understood in two ways.
    if (whole === undefined || name === undefined || value === undefined || fields.has(name)) return undefined;
    fields.set(name, value.startsWith('<') ? value.slice(9, -3).replaceAll(']]><![CDATA[', '') : value);
    at += whole.length;
  }
  return fields;
}

/** Numbers stand as they are; a text ends its section and begins another where it would close it. */
export function writeMessage(fields: Record<string, string | number>): string {
  const elements = Object.entries(fields).map(([name, value]) => {
    const inside = typeof value === 'number' ? value : `<![CDATA[${value.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
    return `<${name}>${inside}</${name}>`;
  });
  return `<xml>${elements.join('')}</xml>`;
}
