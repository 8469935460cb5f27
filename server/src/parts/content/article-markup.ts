import type { ArticleBlock, ArticlePiece } from '@foyer/contract/flows/help-desk';
import { allowedLink } from '@foyer/contract/rules/redirect-rules';

/**
 * Article markup: paragraphs separated by an empty line, `## heading`, lines that start with `- ` or `1. `, `**strong**`
 * and `[text](url)`. Everything else is plain text.
 */
export const readMarkup = (body: string, origin: string): ArticleBlock[] =>
  body
    .split(/\n[^\S\n]*\n/)
    .map((part) => part.split('\n').map((line) => line.trim()))
    .map((lines) => lines.filter((line) => line !== ''))
    .filter((lines) => lines.length > 0)
    .flatMap((lines) => blocksOf(lines, (line) => readLine(line, origin)));

type ReadLine = (line: string) => ArticlePiece[];

function blocksOf(lines: string[], read: ReadLine): ArticleBlock[] {
  const [first = '', ...rest] = lines;
  if (first.startsWith('## ')) {
    const heading: ArticleBlock = { is: 'heading', line: read(first.slice(3)) };
    return rest.length > 0 ? [heading, ...blocksOf(rest, read)] : [heading];
  }
  if (lines.every((line) => line.startsWith('- ')))
    return [{ is: 'list', items: lines.map((line) => read(line.slice(2))) }];
  if (lines.every((line) => /^\d{1,2}\. /.test(line)))
    return [{ is: 'steps', items: lines.map((line) => read(line.replace(/^\d{1,2}\. /, ''))) }];
  return [{ is: 'text', line: read(lines.join(' ')) }];
}

const marked = /\*\*([^*]{1,300})\*\*|\[([^\]]{1,300})\]\(([^()\s]{1,2048})\)/g;

function readLine(line: string, origin: string): ArticlePiece[] {
  const pieces: ArticlePiece[] = [];
  let read = 0;
  for (const { index, 0: match, 1: strong, 2: label, 3: url } of line.matchAll(marked)) {
    if (index > read) pieces.push({ text: line.slice(read, index) });
    const linkUrl = url && allowedLink(url, origin);
    // A link that is not allowed becomes plain text.
    if (strong !== undefined) pieces.push({ text: strong, strong: true });
    else pieces.push({ text: label ?? '', ...(linkUrl && { linkUrl }) });
    read = index + match.length;
  }
  if (read < line.length) pieces.push({ text: line.slice(read) });
  return pieces;
}
