import { expect, test } from 'vitest';
import { linkedText } from './linked-text.ts';

const link = (url: string, label = url) => `<a href="${url}" target="_blank" rel="noopener">${label}</a>`;

test.each([
  ['no link at all', 'no link at all'],
  ['open https://a.example/x?t=1 now', `open ${link('https://a.example/x?t=1')} now`],
  ['<a href="https://a.example/">here</a>!', `${link('https://a.example/', 'here')}!`],
  ['https://a.example/ https://b.example/', `${link('https://a.example/')} ${link('https://b.example/')}`],
  ['<a href="javascript:alert(1)">x</a>', '&#60;a href=&#34;javascript:alert(1)&#34;&#62;x&#60;/a&#62;'],
  ['<b>text</b>', '&#60;b&#62;text&#60;/b&#62;'],
])('renders %s', (text, markup) => {
  expect(linkedText(text).toString()).toBe(markup);
});
