import type { Language } from '@foyer/contract/language';
import { type ExportField, exportSections } from '@foyer/contract/personal-data-names';
import { type PersonalDataTexts, personalDataTexts } from '@foyer/contract/texts/service-texts';
import { formatTime } from '../../parts/notices/mail-html.ts';
import type { ExportRow, PersonalData } from '../../store/personal-data.ts';

interface Options {
  language: Language;
  exportedAt: number;
  brand: string;
}

const style = `:root{color-scheme:light dark;font:15px/1.6 system-ui,sans-serif}body{max-width:960px;margin:32px auto;padding:0 16px}
h2{margin:32px 0 8px;font-size:18px}dl{margin:0 0 12px;padding:8px 0;border-top:1px solid #8884}dl div{display:flex;gap:16px;padding:2px 0}
dt{flex:0 0 12em;opacity:.75}dd{margin:0;overflow-wrap:anywhere}`;

/** An export to read: a page that loads nothing. */
export function dataPage(data: PersonalData, { language, exportedAt, brand }: Options): string {
  const texts = personalDataTexts[language];
  const sections = exportSections.map((section) => {
    const rows = data[section].map((row) => rowOf(row, texts, language)).join('\n');
    return `<section><h2>${escapeHtml(texts.sections[section])}</h2>\n${rows || `<p>${escapeHtml(texts.none)}</p>`}</section>`;
  });
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(texts.title)}</title><style>${style}</style></head>
<body>
<h1>${escapeHtml(texts.title)}</h1>
<p>${escapeHtml(texts.lead({ brand, time: formatTime(exportedAt, language) }))}</p>
${sections.join('\n')}
</body>
</html>
`;
}

function rowOf(row: ExportRow, texts: PersonalDataTexts, language: Language) {
  const fields = Object.entries(row).filter(([, value]) => value !== null && value !== undefined && value !== '');
  const lines = fields.map(([name, value]) => {
    const label = escapeHtml(texts.fields[name as ExportField]);
    return `<div><dt>${label}</dt><dd>${escapeHtml(textOf(value, texts, language))}</dd></div>`;
  });
  return `<dl>${lines.join('')}</dl>`;
}

function textOf(value: unknown, texts: PersonalDataTexts, language: Language): string {
  if (value instanceof Date) return formatTime(value.getTime(), language);
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, one]) => `${name}: ${String(one)}`)
    .join(', ');
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
