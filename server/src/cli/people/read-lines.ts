import { peopleImport } from './person.ts';
import { CommandError } from '../command.ts';
import { printable } from './person-fields.ts';

/** One person as the file has them, not checked yet. `text` is the line as it was read. */
export type Line = { number: number; text: string } & ({ fields: Record<string, unknown> } | { problem: string });

export type Chunks = AsyncIterable<Uint8Array>;

const endless = `does not end: is a quote not closed, or is it longer than ${peopleImport.maxLineLength} characters?`;

/** Reads CSV with a header, or JSON lines: a file that begins with a brace. No more than one line is held in memory. */
export async function* readLines(chunks: Chunks, columns: readonly string[]): AsyncGenerator<Line> {
  let header: string[] | undefined;
  let headerText = '';
  for await (const { number, text, isComplete, isJson } of splitLines(decode(chunks))) {
    if (text.trim() === '' && isComplete) continue;
    if (!isComplete) yield { number, text, problem: endless };
    else if (isJson) yield { number, text, ...parseJson(text) };
    else if (header) {
      yield { number, text: headerText + text, ...parseCsv(text, header) };
      headerText = '';
    } else {
      header = readHeader(text, columns);
      headerText = `${text}\n`;
    }
  }
}

/** Text in another encoding is not guessed: names would be stored wrongly. */
async function* decode(chunks: Chunks) {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decoded = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new CommandError('The file is not in UTF-8: convert it first');
    }
  };
  for await (const chunk of chunks) yield decoded(chunk);
  yield `${decoded()}\n`;
}

interface TextLine {
  /** Of its beginning in the file. */
  number: number;
  text: string;
  isComplete: boolean;
  /** Whether the file is JSON lines. */
  isJson: boolean;
}

/** Splits text into lines. In CSV a line break inside of a quoted value does not end a line. */
async function* splitLines(texts: AsyncIterable<string>): AsyncGenerator<TextLine> {
  let rest = '';
  let number = 1;
  let line: TextLine | undefined;
  let isJson: boolean | undefined;
  let isOpen = false;
  for await (const text of texts) {
    rest += text;
    if (isJson === undefined && rest.trim() === '') continue;
    isJson ??= rest.trimStart().startsWith('{');
    let start = 0;
    for (let end = rest.indexOf('\n'); end !== -1; end = rest.indexOf('\n', start)) {
      const part = rest.slice(start, rest[end - 1] === '\r' && end > start ? end - 1 : end);
      start = end + 1;
      line = extend(line, { part, number, isJson });
      number += 1;
      // A line break inside of a value does not close it, so that only a quote needs another look at the whole line.
      isOpen = !isJson && line.isComplete && (isOpen && !part.includes('"') ? true : hasOpenQuote(line.text));
      if (isOpen) continue;
      yield line;
      line = undefined;
    }
    rest = rest.slice(start);
    if (rest.length > peopleImport.maxLineLength) {
      line = extend(line, { part: rest, number, isJson });
      rest = '';
    }
  }
  if (line) yield { ...line, isComplete: false };
}

/** Of a line that is too long, only the beginning is kept. */
function extend(line: TextLine | undefined, next: { part: string; number: number; isJson: boolean }): TextLine {
  if (line && !line.isComplete) return line;
  const { part, number, isJson } = next;
  const text = line ? `${line.text}\n${part}` : part;
  const isComplete = text.length <= peopleImport.maxLineLength;
  return { number: line?.number ?? number, text: isComplete ? text : text.slice(0, 100), isComplete, isJson };
}

function parseJson(text: string): { fields: Record<string, unknown> } | { problem: string } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { fields: { ...value } };
  } catch {
    // The same problem as for another value.
  }
  return { problem: 'is not a JSON object' };
}

function readHeader(text: string, columns: readonly string[]): string[] {
  const header = splitCsv(text)?.map((name) => name.trim()) ?? [];
  const unknown = header.find((name) => !columns.includes(name));
  if (header.length === 0 || unknown !== undefined)
    throw new CommandError(
      `The first line must name the columns, and "${printable(unknown ?? text)}" is none. Columns: ${columns.join(', ')}`,
    );
  const repeated = header.find((name, i) => header.indexOf(name) !== i);
  if (repeated) throw new CommandError(`The column ${repeated} stands twice in the first line`);
  return header;
}

function parseCsv(text: string, header: readonly string[]) {
  const cells = splitCsv(text);
  if (!cells) return { problem: 'has a quote inside of a value: put the value in quotes and double the quote' };
  if (cells.length !== header.length) return { problem: `has ${cells.length} columns instead of ${header.length}` };
  return { fields: Object.fromEntries(header.map((name, i) => [name, cells[i]])) };
}

const cell = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y;

/** The values of one line of CSV (RFC 4180); undefined when its quotes are wrong. */
function splitCsv(text: string): string[] | undefined {
  if (!text.includes('"')) return text.split(',');
  const cells: string[] = [];
  cell.lastIndex = 0;
  for (;;) {
    const found = cell.exec(text);
    if (!found) return undefined;
    cells.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === '') return cells;
  }
}

const openCell = /^"(?:[^"]|"")*$/;

/** Whether the last value begins with a quote that is not closed. */
function hasOpenQuote(text: string): boolean {
  if (!text.includes('"')) return false;
  cell.lastIndex = 0;
  for (;;) {
    const start = cell.lastIndex;
    const found = cell.exec(text);
    if (!found) return openCell.test(text.slice(start));
    if (found[3] === '') return false;
  }
}
