import type { Language } from '@foyer/contract/language';
import { type ExportField, exportSections } from '@foyer/contract/personal-data-names';
import { laterTexts, messages, personalDataTexts, wayOf } from '@foyer/contract/texts/service-texts';
import { formatTime } from '../../parts/notices/mail-html.ts';
import type { ExportRow, PersonalData } from '../../store/accounts/personal-data.ts';

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
    const rows = data[section].map((row) => rowOf(row, language)).join('\n');
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

function rowOf(row: ExportRow, language: Language) {
  const fields = Object.entries(row).filter(([, value]) => value !== null && value !== undefined && value !== '');
  const lines = fields.map(([name, value]) => {
    const label = escapeHtml(personalDataTexts[language].fields[name as ExportField]);
    return `<div><dt>${label}</dt><dd>${escapeHtml(textOf(name, value, language))}</dd></div>`;
  });
  return `<dl>${lines.join('')}</dl>`;
}

function textOf(field: string, value: unknown, language: Language): string {
  const { fields, yes, no } = personalDataTexts[language];
  if (value instanceof Date) return formatTime(value.getTime(), language);
  if (typeof value === 'boolean') return value ? yes : no;
  if (Array.isArray(value)) return value.map((one) => textOf(field, one, language)).join(', ');
  if (typeof value !== 'object' || value === null) return wordOf(field, String(value), language);
  // What has no label is for operators; the export as JSON has it too.
  return Object.entries(value)
    .flatMap(([name, one]) =>
      name in fields ? [`${fields[name as ExportField]}: ${textOf(name, one, language)}`] : [],
    )
    .join('; ');
}

/** Fields whose values are names in the code. */
const namedFields = [
  'actor',
  'method',
  'factor',
  'factors',
  'lastSecondFactor',
  'state',
  'awaiting',
  'kind',
  'outcome',
];

function wordOf(field: string, value: string, language: Language): string {
  const find = (texts: object, key: string) => (texts as Partial<Record<string, string>>)[key];
  const page = laterTexts[language];
  if (field === 'type') return find(page, `activity.type.${value}`) ?? value;
  if (field === 'bizType') return find(messages[language].codePurposes, value) ?? value;
  if (!namedFields.includes(field)) return value;
  return find(personalDataTexts[language].words, value) ?? wayOf(value, language) ?? value;
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
