import { describe, expect, test } from 'vitest';
import { mailDomainProblem, slugProblem } from './sso-rules.ts';

describe('the name of a company', () => {
  test.each([
    ['Acme', /lower-case/],
    ['a.b', /lower-case/],
    ['-acme', /lower-case/],
    ['', /lower-case/],
    ['a'.repeat(64), /lower-case/],
    ['admin', /reserved/],
    ['adm1n', /reserved/],
    ['acrne', /looks like acme/],
    ['ac-me', /looks like acme/],
  ])('cannot be %s', (slug, reason) => expect(slugProblem(slug, ['acme'])).toMatch(reason));

  test.each(['acme', 'acme2', 'a', '3m', 'globex_cn'])('can be %s', (slug) =>
    expect(slugProblem(slug, ['acme'])).toBeUndefined(),
  );
});

describe('the mail domain of a company', () => {
  const owners = new Map([['acme.example', 'acme']]);

  test.each([
    ['qq.com', /public mail service/],
    ['acme.example', /already belongs to acme/],
    ['acme', /give a domain/],
  ])('cannot be %s', (domain, reason) => expect(mailDomainProblem(domain, owners)).toMatch(reason));

  test('can be a domain of its own', () => expect(mailDomainProblem('globex.example', owners)).toBeUndefined());
});
