import { describe, expect, test } from 'vitest';
import { InvalidPicture, readPicture } from './picture.ts';

const svg = (inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">${inside}</svg>`);

const after = (before: string) => Buffer.concat([Buffer.from(before), svg('')]);

describe('a picture is recognized by its content', () => {
  test.each([
    ['png', 'image/png', Buffer.from('89504e470d0a1a0a00', 'hex')],
    ['jpg', 'image/jpeg', Buffer.from('ffd8ffe000', 'hex')],
    ['webp', 'image/webp', Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1')],
    ['svg', 'image/svg+xml', svg('<path d="M0 0h1" fill="url(#g)"/>')],
    ['svg', 'image/svg+xml', after('<?xml version="1.0"?>\n')],
    [
      'svg',
      'image/svg+xml',
      after(`\uFEFF<?xml version='1.0' encoding='UTF-8' standalone="no"?>\n<!-- Drawn by us -->\n`),
    ],
    ['svg', 'image/svg+xml', after(`<!-- ${'A licence, <a href="x"> and all. '.repeat(20)}-->\n<!-- - -->`)],
  ])('%s', (extension, type, bytes) => {
    const picture = readPicture(bytes);
    expect(picture.type).toBe(type);
    expect(picture.name).toMatch(new RegExp(`^[\\w-]{22}\\.${extension}$`));
  });

  test('the name is derived from the content', () => {
    expect(readPicture(svg('<g/>')).name).toBe(readPicture(svg('<g/>')).name);
    expect(readPicture(svg('<g/>')).name).not.toBe(readPicture(svg('<g></g>')).name);
  });

  test.each(['<html><script>1</script></html>', 'GIF89a', '', '%PDF-1.7', '<!doctype html><svg>'])(
    'refuses %j',
    (text) => {
      expect(() => readPicture(Buffer.from(text))).toThrow(InvalidPicture);
    },
  );

  test('refuses a picture that is too large', () => {
    const png = Buffer.concat([Buffer.from('89504e47', 'hex'), Buffer.alloc(512 * 1024)]);
    expect(() => readPicture(png)).toThrow('512 KB');
    expect(readPicture(png.subarray(0, 512 * 1024)).type).toBe('image/png');
  });
});

test.each([
  '<script>alert(1)</script>',
  '<SCRIPT href="x"/>',
  '<rect onload="alert(1)"/>',
  '<rect\nonclick = "alert(1)"/>',
  '<foreignObject><b/></foreignObject>',
  '<image href="https://evil.test/x.png"/>',
  '<a href="javascript:alert(1)"><g/></a>',
  '<use xlink:href="https://evil.test/#a"/>',
  '<rect fill="url(https://evil.test/x)"/>',
  '<style>@import "https://evil.test/x.css";</style>',
  '<!ENTITY x SYSTEM "file:///etc/passwd">',
  '<animate attributeName="href" to="x"/>',
])('refuses an SVG with active or external content: %s [AC-03]', (inside) => {
  expect(() => readPicture(svg(inside))).toThrow('is a drawing with');
});

test.each([
  ['a sheet of styles from elsewhere', '<?xml-stylesheet href="https://evil.test/x.css"?>'],
  ['an encoding that would be read otherwise', '<?xml version="1.0" encoding="iso-2022-jp"?>'],
  ['a document type', '<!-- x --><!DOCTYPE svg [<!ENTITY x "y">]>'],
  ['a comment that ends twice', '<!-- x -- > <script/> -->'],
  ['a comment that ends early', '<!-- --><script/><!-- -->'],
  ['an instruction that looks like a comment', '<?x <!-- ?><script/><?y --> ?>'],
  ['a comment without an end', `${'<!-- x -->'.repeat(5000)}<!--`],
])('refuses %s before the SVG [AC-03]', (_, before) => {
  expect(() => readPicture(after(before))).toThrow(InvalidPicture);
});

test('refuses what looks like a comment in an SVG [AC-03]', () => {
  expect(() => readPicture(svg('<?x <!-- ?><script/><?y --> ?>'))).toThrow('is a drawing with');
});
