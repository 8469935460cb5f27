import { brandColours } from '@foyer/contract/brand/brand-colours';
import { describe, expect, test } from 'vitest';
import { mailPage } from './mail-html.ts';

const brand = { brand: { 'zh-CN': '云章', 'en-US': 'Yunzhang' } };
const mail = {
  subject: 'Code <1>',
  title: 'Your sign-in code',
  lines: ['Enter it.'],
  code: '816029',
  details: [{ label: 'Device', value: 'Chrome & Co' }],
  after: ['Requested from "here".'],
  footer: 'Yunzhang Technology',
};

describe('a mail', () => {
  test('has the same parts as text and as HTML, in the same order', () => {
    const { subject, text, html } = mailPage('en-US', brand, mail);
    expect(subject).toBe('Code <1>');
    expect(text).toBe(
      'Your sign-in code\n\nEnter it.\n\n816029\n\nDevice: Chrome & Co\n\nRequested from "here".\n\nYunzhang Technology',
    );
    const body = html.slice(html.indexOf('<body'));
    const shown = body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
    expect(shown.trim()).toBe(
      '章 Yunzhang Your sign-in code Enter it. 816029 Device Chrome &#38; Co Requested from &#34;here&#34;. Yunzhang Technology',
    );
  });

  test('escapes every text', () => {
    const markup = `"><script>alert('1')</script>`;
    const evil = { ...mail, subject: markup, title: markup, lines: [markup], after: [markup], footer: markup };
    const { html } = mailPage(
      'en-US',
      { brand: { 'zh-CN': markup, 'en-US': markup } },
      { ...evil, details: [{ label: markup, value: markup }] },
    );
    // The brand, the subject, the title, both lines, the footer and both parts of a detail.
    expect(html.split('&#60;script').length - 1).toBeGreaterThanOrEqual(7);
    expect(html).not.toContain('<script');
  });

  test('has the initial of the brand on its accent', () => {
    const look = { colours: brandColours({ accent: '#0b6e5f' }) };
    const { html } = mailPage('en-US', { brand: { 'zh-CN': '清禾', 'en-US': 'Qinghe' }, look }, mail);
    expect(html).toMatch(/<td [^>]*bgcolor="#0b6e5f"[^>]*background:#0b6e5f;color:#ffffff[^>]*>禾<\/td>/);
    expect(html).not.toContain('#c8352b');
  });

  test('sets apostrophes in English as narrow as a Latin font does, also in a Chinese one', () => {
    const narrow = 'font-variant-east-asian:proportional-width';
    expect(mailPage('en-US', brand, mail).html).toContain(narrow);
    expect(mailPage('zh-CN', brand, mail).html).not.toContain(narrow);
  });

  test('loads nothing and has no link', () => {
    expect(mailPage('zh-CN', brand, mail).html).not.toMatch(/<(a|img|script|link|iframe)\b|url\(|https?:/);
  });

  test('has the link of its action and no other, with nothing in it that could leave the attribute', () => {
    const action = { label: 'Undo <it>', link: 'https://a.example/undo#x"y' };
    const { text, html } = mailPage('en-US', brand, { ...mail, action });
    expect(text).toContain('Undo <it>: https://a.example/undo#x"y');
    expect(html.match(/<a [^>]*>[^<]*<\/a>/g)).toEqual([
      expect.stringMatching(/href="https:\/\/a\.example\/undo#x&#34;y"[^>]*>Undo &#60;it&#62;<\/a>$/),
    ]);
  });

  test('says that it is made for both themes, and gives every coloured element its dark colours', () => {
    const { html } = mailPage('en-US', brand, mail);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    const dark = /@media \(prefers-color-scheme:dark\)\{(.*?\})\}/.exec(html)?.[1] ?? '';
    const overridden = new Set([...dark.matchAll(/\.(m-\w+)\{/g)].map(([, name]) => name));
    const coloured = [...html.matchAll(/<\w+[^>]*style="[^"]*(?:background|[^-]color):[^"]*"[^>]*>/g)].map(
      ([tag]) => tag,
    );
    expect(coloured.length).toBeGreaterThan(5);
    for (const tag of coloured) {
      // White on the seal's red is readable in both themes.
      if (tag.includes('#c8352b')) continue;
      const names = /class="([^"]+)"/.exec(tag)?.[1]?.split(' ') ?? [];
      expect(
        names.some((name) => overridden.has(name)),
        tag,
      ).toBe(true);
    }
  });

  test('leaves out the code and the table where there is none', () => {
    const { code: _, details: __, ...notice } = mail;
    const { text, html } = mailPage('en-US', brand, notice);
    expect(text).toBe('Your sign-in code\n\nEnter it.\n\nRequested from "here".\n\nYunzhang Technology');
    expect(html).not.toMatch(/class="m-(code|line)"/);
  });
});
