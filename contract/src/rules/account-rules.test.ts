import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accountProblem, mask, readAccount, readEmail, readMobile } from './account-rules.ts';
import { anyText, fullWidth, heavyTexts } from '../../test/rules.arbitrary.ts';

const mobiles = fc.stringMatching(/^1\d{10}$/);
const emails = fc.stringMatching(/^[a-z0-9._+]{1,20}@[a-z0-9]{1,10}\.[a-z]{2,6}$/);
/** Texts that are often e-mail addresses, in any script. */
const mixed = fc
  .tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), emails)
  .map(([some, email]) => some + email);

describe('an account is a mobile number or an e-mail address [VA-01]', () => {
  test.each([
    ['13800138000', '13800138000'],
    [' 138 0013 8000 ', '13800138000'],
    ['138-0013-8000', '13800138000'],
    ['+86 138-0013-8000', '13800138000'],
    ['008613800138000', '13800138000'],
    ['＋８６１３８００１３８０００', '13800138000'],
    ['１３８　００１３　８０００', '13800138000'],
  ])('%j is the mobile number %s', (typed, value) => {
    expect(readAccount(typed)).toEqual({ kind: 'mobile', value });
  });

  test.each([
    ['mei@example.com', 'mei@example.com'],
    ['  Mei.Lin+sign@Example.COM ', 'mei.lin+sign@example.com'],
    ['ｍｅｉ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'mei@example.com'],
    ["o'hara_1@mail.example-site.co", "o'hara_1@mail.example-site.co"],
    ['13800138000@139.com', '13800138000@139.com'],
    ['小美@例子.中国', '小美@xn--fsqu00a.xn--fiqs8s'],
    ["!#$%&'*+-/=?^_`{|}~@example.com", "!#$%&'*+-/=?^_`{|}~@example.com"],
    [`${'a'.repeat(242)}@example.com`, `${'a'.repeat(242)}@example.com`],
  ])('%j is an e-mail address', (typed, value) => {
    expect(readAccount(typed)).toEqual({ kind: 'email', value });
  });

  test.each([
    '',
    ' ',
    'mei',
    '1380013800',
    '138001380000',
    '23800138000',
    '+8513800138000',
    '+86+8613800138000',
    '1380013800O',
    '8523800138000',
    '86 23800138000',
    '(+852)13800138000',
    '13800138000;',
    'mei@',
    '@example.com',
    'mei@example',
    'mei@@example.com',
    'mei@ex@ample.com',
    'mei@example.com@evil.test',
    'mei lin@example.com',
    'mei@exam ple.com',
    'mei@.com',
    'mei@example..com',
    'mei@example.com.',
    'mei@-example.com',
    'mei@example-.com',
    'mei@example.-com',
    'mei@exam_ple.com',
    '<mei@example.com>',
    '"mei"@example.com',
    'mei,lin@example.com',
    'mei\r\nBcc:x@example.com',
    'mei\u0000@example.com',
    '-13800138000',
    '13800138000-',
    '+-8613800138000',
    '😀@example.com',
    'mei❤@example.com',
    'mei〰@example.com',
    '1\ufe0f\u20e3@example.com',
    'mei@i❤.ws',
    'mei@ex\u00e4mple.1',
    'mei\ud800@example.com',
    'mei@example.c\udc00m',
    `${'a'.repeat(243)}@example.com`,
    `mei@${'a'.repeat(64)}.com`,
  ])('%j is neither', (typed) => {
    expect(readAccount(typed)).toBeUndefined();
  });

  test('an empty and an invalid account are different problems', () => {
    expect(accountProblem(' 　')).toBe('empty');
    expect(accountProblem('mei@')).toBe('invalid');
    expect(accountProblem('mei@example.com')).toBeUndefined();
  });

  test.each(['+852 5123 4567', '(+1) 415-555-2671', '0044 20 7946 0958', '＋８１９０１２３４５６７８'])(
    '%j is a number of another country',
    (typed) => {
      expect(accountProblem(typed)).toBe('foreign');
    },
  );

  test.each(['+86 23800138000', '0086 1380013800', '8523800138000', '+852', '+852 mei', '+1@example', '000000000'])(
    '%j is not known to be a number of another country',
    (typed) => {
      expect(accountProblem(typed)).toBe('invalid');
    },
  );
});

describe('an account has one normalized form', () => {
  const spellings: ((plain: string) => string)[] = [
    (plain) => `+86${plain}`,
    (plain) => `0086 ${plain}`,
    (plain) => `+86-${plain.slice(0, 3)}-${plain.slice(3, 7)} ${plain.slice(7)}`,
    (plain) => [...plain].join(' '),
    (plain) => [...plain].join('-'),
    (plain) => `\t${plain}\n`,
    (plain) => `86 ${plain}`,
    (plain) => `(+86)${plain}`,
    (plain) => `+86 (${plain.slice(0, 3)}) ${plain.slice(3)}`,
    (plain) => `${plain.slice(0, 3)}.${plain.slice(3, 7)}.${plain.slice(7)}`,
    (plain) => fullWidth(plain),
    (plain) => fullWidth(`+86 ${plain}`),
  ];

  test('for every spelling of a mobile number', () => {
    fc.assert(
      fc.property(mobiles, fc.constantFrom(...spellings), (plain, spell) => {
        expect(readAccount(spell(plain))).toEqual({ kind: 'mobile', value: plain });
      }),
    );
  });

  test('for every spelling of an e-mail address', () => {
    const spelt = [(plain: string) => plain.toUpperCase(), (plain: string) => ` ${plain} `, fullWidth];
    fc.assert(
      fc.property(emails, fc.constantFrom(...spelt), (plain, spell) => {
        expect(readAccount(spell(plain))).toEqual({ kind: 'email', value: plain });
      }),
    );
  });

  test.each([
    ['x@exämple.com', 'x@xn--exmple-cua.com'],
    ['x@EXÄMPLE.COM', 'x@xn--exmple-cua.com'],
    ['x@exa\u0308mple.com', 'x@xn--exmple-cua.com'],
    ['x@XN--EXMPLE-CUA.com', 'x@xn--exmple-cua.com'],
    ['x@क्षेत्र.भारत', 'x@xn--11b4axb0a4f8ad.xn--h2brj9c'],
  ])('for a domain in any script: %j is %s [D-37]', (typed, value) => {
    expect(readEmail(typed)).toBe(value);
  });

  test.each(['\u034f', '\ufe0f', '\u3164', '\uffa0', '\u2800', '\u200b', '\u202e', '\u00ad', '\u{e0041}'])(
    'with and without the invisible character %j [D-37] [AC-70]',
    (invisible) => {
      expect(readEmail(`me${invisible}i@exam${invisible}ple.com`)).toBe('mei@example.com');
      expect(readEmail(`e${invisible}\u0301@example.com`)).toBe('é@example.com');
      expect(readMobile(`${invisible}138${invisible}00138000`)).toBe('13800138000');
      expect(readEmail(`${invisible}@example.com`)).toBeUndefined();
    },
  );

  test('for composed and decomposed accents in either case', () => {
    expect(readEmail('J\u030c@example.com')).toBe(readEmail('\u01f0@example.com'));
  });

  test('that normalizing again does not change', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, mixed), (typed) => {
        const account = readAccount(typed);
        if (account) expect(readAccount(account.value)).toEqual(account);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('for any text', () => {
  test('an account has no whitespace and no invisible character, and its domain is ASCII', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, mixed), (typed) => {
        const account = readAccount(typed);
        if (account) expect(account.value).not.toMatch(/[\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u);
        expect(account?.value.split('@')[1] ?? '').toMatch(/^[\x21-\x7e]*$/);
      }),
      { numRuns: 3000 },
    );
  });

  test.each(heavyTexts)('a long text of $name is refused', ({ text }) => {
    for (const read of [readAccount, readMobile, readEmail]) expect(read(text)).toBeUndefined();
  });
});

describe('a masked account', () => {
  test.each([
    ['13800138000', '138****8000'],
    ['mei@example.com', 'm***@example.com'],
    ['😀x@example.com', '😀***@example.com'],
    ['12345', '***'],
  ])('%s is masked as %s', (account, masked) => expect(mask(account)).toBe(masked));

  test('never equals the account', () => {
    fc.assert(
      fc.property(fc.oneof(mobiles, emails), (account) => {
        expect(readAccount(mask(account))?.value).not.toBe(account);
      }),
    );
  });
});
