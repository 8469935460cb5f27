import * as fc from 'fast-check';

/** Arbitrary text for the property tests of the rules. */

export const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  // Lone surrogates: no keyboard types them, but a request can contain them.
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 }).map((units) => String.fromCharCode(...units)),
);

export const fullWidth = (plain: string) =>
  [...plain].map((c) => (c === ' ' ? '\u3000' : String.fromCharCode(c.charCodeAt(0) + 0xfee0))).join('');

const long = 100_000;

/** Texts on which a regular expression with quadratic time would run into the test timeout. */
export const heavyTexts = [
  { name: 'one letter', text: 'a'.repeat(long) },
  { name: 'digits', text: '1'.repeat(long) },
  { name: 'spaces', text: ' '.repeat(long) },
  { name: 'spaces inside', text: `1${' '.repeat(long)}x` },
  { name: 'signs', text: '@'.repeat(long) },
  { name: 'dots', text: `a@${'a.'.repeat(long / 2)}` },
  { name: 'labels', text: `a@${'a-'.repeat(long / 2)}!` },
  { name: 'slashes', text: `${'/'.repeat(long)}x` },
  { name: 'accents', text: `a${'\u0301\u0323'.repeat(long / 2)}` },
  { name: 'ligatures', text: '\ufdfa'.repeat(long) },
  { name: 'half characters', text: '\ud800'.repeat(long) },
  { name: 'line ends', text: '\r\n'.repeat(long / 2) },
];
