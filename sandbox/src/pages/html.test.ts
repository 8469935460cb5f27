import { expect, test } from 'vitest';
import { html } from './html.ts';

test('escapes text in elements and attributes', () => {
  const nasty = `<b>&"'</b>`;
  expect(html`<i title="${nasty}">${nasty}</i>`.toString()).toBe(
    '<i title="&#60;b&#62;&#38;&#34;&#39;&#60;/b&#62;">&#60;b&#62;&#38;&#34;&#39;&#60;/b&#62;</i>',
  );
});

test('inserts markup unescaped, joins arrays and omits undefined and false', () => {
  const items = ['a', '<'].map((item) => html`<li>${item}</li>`);
  expect(html`${items}${undefined}${false}${0}`.toString()).toBe('<li>a</li><li>&#60;</li>0');
});
