import { expect, test } from 'vitest';
import { html } from './html.ts';

test('text stays text, in an element and in an attribute', () => {
  const nasty = `<b>&"'</b>`;
  expect(html`<i title="${nasty}">${nasty}</i>`.toString()).toBe(
    '<i title="&#60;b&#62;&#38;&#34;&#39;&#60;/b&#62;">&#60;b&#62;&#38;&#34;&#39;&#60;/b&#62;</i>',
  );
});

test('markup goes into markup as it is, one piece or many, and what is absent leaves nothing', () => {
  const items = ['a', '<'].map((item) => html`<li>${item}</li>`);
  expect(html`${items}${undefined}${false}${0}`.toString()).toBe('<li>a</li><li>&#60;</li>0');
});
