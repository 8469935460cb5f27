import { type Language, languages, isChinese } from '@foyer/contract/language';
import type { PageConfig } from '@foyer/contract/pages/page-config';
import type { MailText } from '@foyer/contract/texts/service-texts';

type Brand = Pick<PageConfig, 'brand' | 'look'>;

/**
 * A mail as plain text and as HTML. The HTML loads nothing and has no link but that of `action`. It is laid out with tables and styled by
 * attributes, because many mail clients ignore anything else; the style element only adds the dark theme.
 */
export function mailPage(language: Language, brand: Brand, mail: MailText) {
  const { subject, title, lines, code, action, details = [], after, footer } = mail;
  const colon = isChinese(language) ? '：' : ': ';
  const text = [
    title,
    ...lines,
    ...(code ? [code] : []),
    ...(action ? [`${action.label}${colon}${action.link}`] : []),
    ...(details.length > 0 ? [details.map(({ label, value }) => `${label}${colon}${value}`).join('\n')] : []),
    ...after,
    footer,
  ].join('\n\n');
  return { subject, text, html: mailHtml(language, brand, mail) };
}

export const formatDay = (time: number, language: Language) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'Asia/Shanghai' }).format(time);

export const formatTime = (time: number, language: Language) =>
  `${new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Shanghai' }).format(time)} (UTC+8)`;

const colours = {
  light: { page: '#f5f6fa', paper: '#ffffff', ink: '#131a2c', soft: '#5d667c', line: '#e4e8ef', code: '#f2f4f9' },
  dark: { page: '#0d111c', paper: '#161c2b', ink: '#edf0f7', soft: '#a3acc0', line: '#262e42', code: '#101522' },
};
/** Readable with white on it in both themes, also where a client inverts the colours around it. */
const sealColour = '#c8352b';

const latin = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial";
const chinese = "'PingFang SC','HarmonyOS Sans SC','Noto Sans CJK SC','Microsoft YaHei'";
/** A Chinese font that stands in for a missing Latin one draws apostrophes as wide as characters; `proportional-width` prevents it. */
const fontOf = (language: Language) =>
  isChinese(language)
    ? `${chinese},${latin},sans-serif`
    : `${latin},${chinese},sans-serif;font-variant-east-asian:proportional-width`;

/** Each class is one use of a colour, so that the dark theme can override what the attributes say. */
function darkRules() {
  const { page, paper, ink, soft, line, code } = colours.dark;
  const rules = [
    ['page', `background:${page}`],
    ['paper', `background:${paper};border-color:${line}`],
    ['ink', `color:${ink}`],
    ['soft', `color:${soft}`],
    ['code', `background:${code};border-color:${line};color:${ink}`],
    ['line', `border-color:${line}`],
  ].map(([name = '', style = '']) => [name, style.replace(/(;|$)/g, '!important$1')] as const);
  const dark = rules.map(([name, style]) => `.m-${name}{${style}}`).join('');
  // Outlook on the web marks an inverted mail with this attribute instead of the media query.
  const outlook = rules.map(([name, style]) => `[data-ogsc] .m-${name}{${style}}`).join('');
  return `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${dark}}${outlook}@media (max-width:520px){.m-paper{padding:24px 20px 20px!important}}`;
}

function mailHtml(language: Language, brand: Brand, mail: MailText) {
  const { subject, title, lines, code, action, details, after, footer } = mail;
  const { page, paper, ink, soft, line, code: codeColour } = colours.light;
  const font = fontOf(language);
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkRules()}</style>
</head>
<body class="m-page" style="margin:0;padding:0;background:${page}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${page}" class="m-page" style="background:${page}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:520px">
<tr><td class="m-paper m-ink" bgcolor="${paper}" style="padding:28px 32px 24px;border:1px solid ${line};border-radius:16px;background:${paper};color:${ink};font:15px/24px ${font}">
${brandRow(language, brand)}
<h1 class="m-ink" style="margin:0 0 6px;color:${ink};font-size:20px;line-height:28px;font-weight:600">${escapeHtml(title)}</h1>
${lines.map((each) => `<p class="m-ink" style="margin:0 0 6px;color:${ink}">${escapeHtml(each)}</p>`).join('\n')}
${code ? `<p class="m-code" style="margin:20px 0;padding:18px;border:1px solid ${line};border-radius:12px;background:${codeColour};color:${ink};font:600 34px/40px ${latin},sans-serif;letter-spacing:7px;text-indent:7px;text-align:center">${code}</p>` : ''}
${action ? actionLink(action) : ''}
${details ? detailTable(details) : ''}
${after.map((each) => `<p class="m-soft" style="margin:8px 0 0;color:${soft};font-size:13px;line-height:20px">${escapeHtml(each)}</p>`).join('\n')}
</td></tr>
<tr><td align="center" class="m-soft" style="padding:16px 0 0;color:${soft};font:13px/20px ${font}">${escapeHtml(footer)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`;
}

/** The seal is a letter on a coloured cell: mail clients block or ask before they show a picture. */
function brandRow(language: Language, { brand, look }: Brand) {
  const colour = look?.colours?.light.accent ?? sealColour;
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px"><tr>
<td width="26" height="26" align="center" bgcolor="${colour}" aria-hidden="true" lang="zh-CN" style="width:26px;height:26px;border-radius:6px;background:${colour};color:#ffffff;font:600 16px/26px ${chinese},serif">${escapeHtml(sealCharacter(brand))}</td>
<td class="m-ink" style="padding:0 0 0 8px;color:${colours.light.ink};font-weight:600">${escapeHtml(brand[language])}</td>
</tr></table>`;
}

/** The last character of the Chinese name, as on the logo: 章 of 云章. */
const sealCharacter = (brand: Brand['brand']) =>
  Array.from(brand[languages.find(isChinese) ?? languages[0]]).at(-1) ?? '';

/** A link that looks like a button in every client: a padded cell with a border. */
function actionLink({ label, link }: { label: string; link: string }) {
  const { ink, line } = colours.light;
  return `<p style="margin:18px 0 0"><a class="m-ink m-line" href="${escapeHtml(link)}" style="display:inline-block;padding:10px 18px;border:1px solid ${line};border-radius:10px;color:${ink};font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`;
}

function detailTable(details: readonly { label: string; value: string }[]) {
  const { ink, soft, line } = colours.light;
  const border = `border-top:1px solid ${line};border-bottom:1px solid ${line}`;
  const rows = details.map(
    ({ label, value }) =>
      `<tr><th scope="row" align="left" valign="top" class="m-soft" style="padding:3px 12px 3px 0;width:88px;color:${soft};font-weight:400;text-align:left">${escapeHtml(label)}</th><td class="m-ink" style="padding:3px 0;color:${ink}">${escapeHtml(value)}</td></tr>`,
  );
  return `<div class="m-line" style="margin:18px 0;padding:11px 0;${border}">
<table width="100%" cellpadding="0" cellspacing="0" border="0" style="font-size:14px;line-height:22px">
${rows.join('\n')}
</table>
</div>`;
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
