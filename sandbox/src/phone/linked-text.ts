import { type Html, html } from '../pages/html.ts';

const anchor = /<a\b[^>]*\shref="(https?:\/\/[^"]+)"[^>]*>([^<]*)<\/a>|(https?:\/\/[^\s<>"]+)/;

/** A chat's text with its links to be tapped: written as an anchor, as WeChat allows it, or as the bare address. */
export function linkedText(text: string): Html {
  const found = anchor.exec(text);
  if (!found) return html`${text}`;
  const [whole, marked, words, bare] = found;
  const address = (marked ?? bare ?? '').replaceAll('&amp;', '&');
  const link = html`<a href="${address}" target="_blank" rel="noopener">${words ?? address}</a>`;
  return html`${text.slice(0, found.index)}${link}${linkedText(text.slice(found.index + whole.length))}`;
}
