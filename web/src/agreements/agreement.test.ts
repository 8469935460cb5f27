import { describe, expect, test } from 'vitest';
import { days, hours, minutes } from '@foyer/contract/time';
import { code, language, session, wrongPasswords } from '@foyer/contract/limits';
import type { Agreement } from './agreement.ts';
import { privacyPolicy as privacyEn } from './privacy-policy.en-US.ts';
import { privacyPolicy as privacyZh } from './privacy-policy.zh-CN.ts';
import { serviceAgreement as serviceEn } from './service-agreement.en-US.ts';
import { serviceAgreement as serviceZh } from './service-agreement.zh-CN.ts';

const pairs = [
  { name: 'service agreement', zh: serviceZh, en: serviceEn },
  { name: 'privacy policy', zh: privacyZh, en: privacyEn },
];

/** What a translation must not lose: where a paragraph names us, and every number in it. */
const skeleton = (agreement: Agreement) =>
  agreement.sections.map(({ paragraphs }) =>
    paragraphs.map((text) => ({
      blanks: (text.match(/\{\w+\}/g) ?? []).sort(),
      numbers: (text.match(/\d+/g) ?? []).sort(),
    })),
  );

const words: [RegExp, string][] = [
  [/\btwo days\b|两日/g, '2 d'],
  [/\bsix months\b|六个月/g, '6 m'],
  [/\bseven days\b/g, '7 days'],
];
const inDigits = (agreement: Agreement): Agreement => ({
  ...agreement,
  sections: agreement.sections.map(({ heading, paragraphs }) => ({
    heading,
    paragraphs: paragraphs.map((text) => words.reduce((read, [word, digits]) => read.replace(word, digits), text)),
  })),
});

describe.each(pairs)('the $name', ({ zh, en }) => {
  test('says the same in Chinese and in English, section by section', () => {
    expect(skeleton(inDigits(zh))).toEqual(skeleton(inDigits(en)));
  });

  test('is one version from one day on in both languages', () => {
    expect([zh.version, zh.effective]).toEqual([en.version, en.effective]);
  });

  test('leaves only blanks that can be filled', () => {
    const blanks = JSON.stringify([zh, en]).match(/\{\w+\}/g);
    expect([...new Set(blanks)].sort()).toEqual(['{brand}', '{company}', '{support}']);
  });
});

test('the privacy policy promises the times that the service keeps', () => {
  const text = JSON.stringify(privacyEn);
  expect(text).toContain(
    `after ${session.idle / hours(1)} hours without use, or after ${session.absolute / days(1)} days`,
  );
  expect(text).toContain(`Chinese or English for ${language.cookieLifetime / days(1)} days`);
  expect(text).toContain(`Codes: they work for ${code.lifetime / minutes(1)} minutes`);
  expect(text).toContain(`forgotten after ${wrongPasswords.lockFor / minutes(1)} minutes without another`);
});
