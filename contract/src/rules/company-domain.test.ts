import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { companyDomainProblem, companySuffix, readCompanyDomain, readMailDomain } from './company-domain.ts';
import { anyText, fullWidth, heavyTexts } from '../../test/rules.arbitrary.ts';

const site = 'foyer.test';

describe('a company domain', () => {
  test.each([
    ['acme', 'acme'],
    ['  ACME ', 'acme'],
    ['ａｃｍｅ', 'acme'],
    ['acme-cn_2', 'acme-cn_2'],
    ['acme.sso.foyer.test', 'acme'],
    ['Acme.SSO.Foyer.Test', 'acme'],
    ['https://acme.sso.foyer.test', 'acme'],
    ['https://acme.sso.foyer.test/login?x=1#y', 'acme'],
    ['http://acme.sso.foyer.test:8443/', 'acme'],
    [' https：／／acme．sso．foyer．test／ ', 'acme'],
  ])('%j is %s', (typed, domain) => expect(readCompanyDomain(typed, site)).toBe(domain));

  test.each(['acme.com', 'a.b', 'acme.sso.foyer.test.sso.foyer.test', 'you@acme.com'])(
    '%j is none, and may belong to a company [AC-44]',
    (typed) => {
      expect(readCompanyDomain(typed, site)).toBeUndefined();
      expect(companyDomainProblem(typed, site)).toBeUndefined();
    },
  );

  test.each([
    ['acme.com', 'acme.com'],
    [' ACME.com ', 'acme.com'],
    ['you@acme.com', 'acme.com'],
    ['You@Acme.COM', 'acme.com'],
    ['you＠acme．com', 'acme.com'],
    ['公司.中国', 'xn--55qx5d.xn--fiqs8s'],
    ['acme', undefined],
    ['acme@evil', undefined],
    ['https://acme.com', undefined],
    ['acme.com/', undefined],
    ['@acme.com', undefined],
  ])('%j has the mail domain %s', (typed, domain) => expect(readMailDomain(typed)).toBe(domain));

  test.each([
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
    'https://evil.test/acme.sso.foyer.test',
    'https://acme.sso.foyer.test.evil.test',
    'https://acme.sso.foyer.test@evil.test/',
    'https://a.b.sso.foyer.test',
    '.sso.foyer.test',
    'ftp://acme.sso.foyer.test',
    'a'.repeat(64),
  ])('%j is refused [AC-44]', (typed) => {
    expect(readCompanyDomain(typed, site)).toBeUndefined();
    expect(companyDomainProblem(typed, site)).toBe('invalid');
  });

  test('an empty text has its own problem', () => expect(companyDomainProblem(' 　', site)).toBe('empty'));

  test('may have 63 characters', () => expect(companyDomainProblem('a'.repeat(63), site)).toBeUndefined());
});

describe('for any text', () => {
  const domains = fc.stringMatching(/^[a-z\d_-]{1,30}$/);
  const spellings: ((domain: string) => string)[] = [
    (domain) => domain.toUpperCase(),
    fullWidth,
    (domain) => ` ${domain}${companySuffix(site)} `,
    (domain) => `HTTPS://${domain}${companySuffix(site)}/any?thing`,
  ];

  test('every spelling of a company domain has the same normalized form', () => {
    fc.assert(
      fc.property(domains, fc.constantFrom(...spellings), (domain, spell) => {
        expect(readCompanyDomain(spell(domain), site)).toBe(domain);
      }),
    );
  });

  test('the normalized form is plain ASCII and does not change when read again', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, domains), (typed) => {
        const domain = readCompanyDomain(typed, site);
        if (domain === undefined) return;
        expect(domain).toMatch(/^[a-z0-9_-]{1,63}$/);
        expect(readCompanyDomain(domain, site)).toBe(domain);
      }),
    );
  });

  test.each(heavyTexts)('a long text of $name is refused', ({ text }) =>
    expect(readCompanyDomain(text, site)).toBeUndefined(),
  );
});
