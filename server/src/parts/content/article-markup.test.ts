import { describe, expect, test } from 'vitest';
import { readMarkup } from './article-markup.ts';

const read = (body: string) => readMarkup(body, 'https://login.test');

describe('the markup of an article', () => {
  test('has headings, paragraphs, lists and steps', () => {
    expect(read('## First\n\nOne line\nand its end.\n\n- a\n- b\n\n1. x\n2. y\n')).toEqual([
      { is: 'heading', line: [{ text: 'First' }] },
      { is: 'text', line: [{ text: 'One line and its end.' }] },
      { is: 'list', items: [[{ text: 'a' }], [{ text: 'b' }]] },
      { is: 'steps', items: [[{ text: 'x' }], [{ text: 'y' }]] },
    ]);
  });

  test('needs no empty line after a heading', () => {
    expect(read('## First\n- a').map(({ is }) => is)).toEqual(['heading', 'list']);
  });

  test('has strong text and links', () => {
    expect(read('Open [the page](/retrieve) **now**.')).toEqual([
      {
        is: 'text',
        line: [
          { text: 'Open ' },
          { text: 'the page', linkUrl: 'https://login.test/retrieve' },
          { text: ' ' },
          { text: 'now', strong: true },
          { text: '.' },
        ],
      },
    ]);
  });

  test.each(['javascript:alert`1`', 'data:text/html,x', '//evil.test', 'http://plain.test/', 'https://u:p@evil.test/'])(
    'keeps the text of a link to %s and drops the link [AC-03]',
    (url) => {
      expect(read(`[words](${url})`)).toEqual([{ is: 'text', line: [{ text: 'words' }] }]);
    },
  );

  test('treats HTML as text [AC-46]', () => {
    expect(read('<img src=x onerror=alert(1)>')).toEqual([
      { is: 'text', line: [{ text: '<img src=x onerror=alert(1)>' }] },
    ]);
  });

  test('treats unclosed marks as text, in linear time', () => {
    expect(read('**open [a](')).toEqual([{ is: 'text', line: [{ text: '**open [a](' }] }]);
    const began = performance.now();
    read('[**('.repeat(2500));
    expect(performance.now() - began).toBeLessThan(1000);
  });
});
