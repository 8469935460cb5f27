import type { Language } from '@foyer/contract/language';
import type { MailText } from '@foyer/contract/texts/service-texts';

/** A mail as plain text and as HTML. The HTML loads nothing and has no links. */
export function mailPage(language: Language, brand: string, { subject, lines, code, after }: MailText) {
  const html = [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;background:#f5f6f8;color:#1f2329;font:15px/1.6 system-ui,sans-serif">',
    '<div style="max-width:480px;margin:auto;padding:24px;background:#fff;border-radius:8px">',
    paragraph(brand, 'font-weight:600;font-size:17px'),
    ...lines.map((line) => paragraph(line)),
    ...(code ? [paragraph(code, 'font:600 30px/1.4 ui-monospace,monospace;letter-spacing:6px')] : []),
    ...after.map((line) => paragraph(line, 'color:#646a73;font-size:13px')),
    '</div></body></html>',
  ].join('\n');
  return { subject, text: [...lines, ...(code ? [code] : []), ...after].join('\n\n'), html };
}

export const formatTime = (time: number, language: Language) =>
  `${new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Shanghai' }).format(time)} (UTC+8)`;

const paragraph = (line: string, style = '') =>
  `<p style="margin:0 0 12px;${style}">${escapeHtml(line).replaceAll('\n', '<br>')}</p>`;

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
