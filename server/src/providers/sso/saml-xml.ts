import { DOMParser } from '@xmldom/xmldom';

export const names = {
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
};

/** Undefined if the text is not well-formed or contains markup that two parsers may read differently. */
export function parseXml(text: string): Element | undefined {
  // No identity provider needs document types, entities, comments or processing instructions.
  if (text.trim() === '' || /<!|<\?(?!xml\s)/.test(text)) return undefined;
  let broken = false;
  const onError = () => void (broken = true);
  const parser = new DOMParser({ errorHandler: { warning: onError, error: onError, fatalError: onError } });
  const root = parser.parseFromString(text, 'text/xml').documentElement;
  return broken ? undefined : root;
}

export const all = (parent: Element, space: string, name: string): Element[] =>
  Array.from(parent.getElementsByTagNameNS(space, name));

export const children = (parent: Element, space: string, name: string): Element[] =>
  all(parent, space, name).filter((one) => one.parentNode === parent);

/** The only child of that name; undefined if there are none or several. */
export function only(parent: Element, space: string, name: string): Element | undefined {
  const found = children(parent, space, name);
  return found.length === 1 ? found[0] : undefined;
}

export const textOf = (element: Element | undefined) => element?.textContent?.trim() || undefined;
export const valueOf = (element: Element | undefined, name: string) =>
  element?.hasAttribute(name) ? (element.getAttribute(name) ?? undefined) : undefined;
