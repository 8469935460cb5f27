import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { companyDomainProblem, companySuffix, readCompanyDomain } from './company-domain.ts';
import { anyText, fullWidth, heavyTexts } from '../../test/rules.arbitrary.ts';

const site = 'house.test';

describe('a company is found by its domain', () => {
  test.each([
    ['acme', 'acme'],
    ['  ACME ', 'acme'],
    ['ａｃｍｅ', 'acme'],
    ['acme-cn_2', 'acme-cn_2'],
    ['acme.sso.house.test', 'acme'],
    ['Acme.SSO.House.Test', 'acme'],
    ['https://acme.sso.house.test', 'acme'],
    ['https://acme.sso.house.test/login?x=1#y', 'acme'],
    ['http://acme.sso.house.test:8443/', 'acme'],
    [' https：／／acme．sso．house．test／ ', 'acme'],
  ])('%j is %s', (typed, domain) => expect(readCompanyDomain(typed, site)).toBe(domain));

  test.each([
    'acme.com',
    'a.b',
    '..',
    'acme.',
    'acme/',
    'acme/x',
    'ac me',
    'acme!',
    'acmé',
    '公司',
    'evil.test/',
    'acme@evil',
    'https://acme',
    'https://evil.test/acme.sso.house.test',
    'https://acme.sso.house.test.evil.test',
    'https://acme.sso.house.test@evil.test/',
    'https://a.b.sso.house.test',
    '.sso.house.test',
    'acme.sso.house.test.sso.house.test',
    'ftp://acme.sso.house.test',
    'a'.repeat(64),
  ])('%j is none [AC-44]', (typed) => {
    expect(readCompanyDomain(typed, site)).toBeUndefined();
    expect(companyDomainProblem(typed, site)).toBe('invalid');
  });

  test('nothing typed is told apart', () => expect(companyDomainProblem(' 　', site)).toBe('empty'));

  test('the longest has 63 characters', () => expect(companyDomainProblem('a'.repeat(63), site)).toBeUndefined());
});

describe('whatever is typed', () => {
  const domains = fc.stringMatching(/^[a-z\d_-]{1,30}$/);
  const spellings: ((domain: string) => string)[] = [
    (domain) => domain.toUpperCase(),
    fullWidth,
    (domain) => ` ${domain}${companySuffix(site)} `,
    (domain) => `HTTPS://${domain}${companySuffix(site)}/any?thing`,
  ];

  test('every spelling of one company comes to the same', () => {
    fc.assert(
      fc.property(domains, fc.constantFrom(...spellings), (domain, spell) => {
        expect(readCompanyDomain(spell(domain), site)).toBe(domain);
      }),
    );
  });

  test('what comes out is a plain word, and stays it', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, domains), (typed) => {
        const domain = readCompanyDomain(typed, site);
        if (domain === undefined) return;
        expect(domain).toMatch(/^[a-z0-9_-]{1,63}$/);
        expect(readCompanyDomain(domain, site)).toBe(domain);
      }),
    );
  });

  test.each(heavyTexts)('a flood of $name is no company', ({ text }) =>
    expect(readCompanyDomain(text, site)).toBeUndefined(),
  );
});
