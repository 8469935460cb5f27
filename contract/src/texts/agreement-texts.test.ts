import { describe, expect, test } from 'vitest';
import { days, hours, minutes } from '../time.ts';
import { closure, code, contactUndo, language as languageLimits, session, wrongPasswords } from '../limits.ts';
import { agreements } from '../../test/all-texts.ts';
import { languages } from '../language.ts';
import type { Agreement } from './agreement-texts.ts';

/** The slots and numbers of every paragraph, which a translation must keep. */
const skeleton = (agreement: Agreement) =>
  agreement.sections.map(({ paragraphs }) =>
    paragraphs.map((text) => ({
      slots: (text.match(/\{\w+\}/g) ?? []).sort(),
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

describe.each(['service', 'privacy'] as const)('the %s agreement', (kind) => {
  const chinese = agreements['zh-CN'][kind];

  test.each(languages)('has the same sections, slots and numbers in %s as in Chinese', (language) => {
    expect(skeleton(inDigits(agreements[language][kind]))).toEqual(skeleton(inDigits(chinese)));
  });

  test.each(languages)('has the same version and first day in %s as in Chinese', (language) => {
    const { version, effective } = agreements[language][kind];
    expect([version, effective]).toEqual([chinese.version, chinese.effective]);
  });

  test.each(languages)('has only known slots in %s', (language) => {
    const slots = JSON.stringify(agreements[language][kind]).match(/\{\w+\}/g);
    expect([...new Set(slots)].sort()).toEqual(['{brand}', '{company}', '{support}']);
  });
});

test('the privacy policy states the durations of the limits', () => {
  const text = JSON.stringify(agreements['en-US'].privacy);
  expect(text).toContain(
    `after ${session.idle / hours(1)} hours without use, or after ${session.absolute / days(1)} days`,
  );
  const { idle, absolute } = session.shared;
  expect(text).toContain(`after ${idle / minutes(1)} minutes without use, or after ${absolute / hours(1)} hours`);
  expect(text).toContain(`Chinese or English for ${languageLimits.cookieLifetime / days(1)} days`);
  expect(text).toContain(`Codes: they work for ${code.lifetime / minutes(1)} minutes`);
  expect(text).toContain(`For ${closure.delay / days(1)} days you can change your mind`);
  expect(text).toContain(`that you replaced: for ${contactUndo.lifetime / hours(1)} hours`);
  expect(text).toContain(`forgotten after ${wrongPasswords.lockFor / minutes(1)} minutes without another`);
});
