import { type Html, html } from '../pages/html.ts';

const anchor = /<a\b[^>]*\shref="(https?:\/\/[^"]+)"[^>]*>([^<]*)<\/a>|(https?:\/\/[^\s<>"]+)/;

/** Turns the links of a chat message into anchors. A text may have both `<a href>` and bare URLs. */
export function linkedText(text: string): Html {
  const match = anchor.exec(text);
  if (!match) return html`${text}`;
  const [whole, href, label, bareUrl] = match;
  const url = (href ?? bareUrl ?? '').replaceAll('&amp;', '&');
  const link = html`<a href="${url}" target="_blank" rel="noopener">${label ?? url}</a>`;
  return html`${text.slice(0, match.index)}${link}${linkedText(text.slice(match.index + whole.length))}`;
}
