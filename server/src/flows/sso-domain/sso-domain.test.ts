import { resultCodes } from '@foyer/contract/result-codes';
import { hours, minutes } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { codeTestSettings, codeHelpers } from '../../../test/support/flows/test-codes.ts';
import { ssoHelpers } from '../../../test/support/flows/test-company.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { companyStore } from '../../store/companies.ts';
import { companies } from '../../store/schema/company-schema.ts';

const services = await testAppForFile({ sandbox: true, env: codeTestSettings });
const { findCompany } = ssoHelpers(services);
const { passHumanCheck } = codeHelpers(services);

describe('a company domain', () => {
  test('leads to the identity provider with a URL that the service creates [SO-02]', async () => {
    const { code, data } = await findCompany(services.browser(), 'acme', { targetUrl: 'https://evil.test/' });
    expect(code).toBe(0);
    expect(data).toEqual({ ifExistDomain: true, targetUrl: expect.any(String) });
    expect(String(data['targetUrl'])).toMatch(/^http:\/\/localhost:3000\/sandbox\/openid\/auth\?/);
    expect(String(data['targetUrl'])).not.toContain('evil');
  });

  test('is found in any case, also for an e-mail-only company', async () => {
    expect(await findCompany(services.browser(), 'ACME')).toMatchObject({ data: { ifExistDomain: true } });
    expect(await findCompany(services.browser(), 'initech')).toMatchObject({ data: { ifExistDomain: true } });
  });

  test('that does not exist is not found, and nothing else is revealed [SO-04]', async () => {
    const { code, data } = await findCompany(services.browser(), 'unknown');
    expect([code, data]).toEqual([0, { ifExistDomain: false }]);
  });

  test('that is disabled gets the response of an unknown one', async () => {
    const { sql } = services.database;
    await sql.update(companies).set({ enabled: false }).where(eq(companies.slug, 'initech'));
    const { data } = await findCompany(services.browser(), 'initech');
    await sql.update(companies).set({ enabled: true }).where(eq(companies.slug, 'initech'));
    expect(data).toEqual({ ifExistDomain: false });
  });

  test.each([
    'evil.test/',
    'a.b',
    '..',
    '/',
    'acme%2f',
    'ácme',
    'acme\n',
    '',
    'a'.repeat(64),
    'a'.repeat(1000),
    '@',
    'acme\u200b',
  ])('cannot be %j [SO-03] [AC-44]', async (domain) => {
    const browser = services.browser();
    expect(await findCompany(browser, domain)).toMatchObject({ status: 400, code: resultCodes.malformed });
  });

  test('whose provider is down is refused, and can be tried again', async () => {
    const { sql } = services.database;
    const createdAt = new Date(services.clock.now());
    const settings = { issuer: 'https://127.0.0.1:9', clientId: 'c', clientSecret: 's' };
    const shared = { mailDomains: [], emailOnly: false, enabled: true, createdAt };
    await companyStore(sql).put({ slug: 'away', kind: 'oidc', settings, ...shared });
    const answer = await findCompany(services.browser({ language: 'en-US' }), 'away');
    expect(answer).toMatchObject({ status: 502, code: resultCodes.providerError });
    expect(answer.message).toMatch(/try again/i);
  });
});

describe('a mail domain [D-12]', () => {
  const findByMail = (browser: ReturnType<typeof services.browser>, mailDomain: string, more = {}) =>
    browser.post('/v1/sso/account/login/mailDomain', { mailDomain, ...more });

  test('has the name of its company, in any spelling, and nothing else', async () => {
    for (const domain of ['acme.com', 'ACME.com'])
      expect((await findByMail(services.browser(), domain)).data).toEqual({ domain: 'acme', company: 'Acme Ltd' });
  });

  test('of no company, of a disabled one, of two, or of a public mail service is unknown', async () => {
    const store = companyStore(services.database.sql);
    const acme = (await store.find('acme'))!;
    const put = (slug: string, mailDomains: string[], enabled = true) =>
      store.put({ ...acme, slug, displayName: null, mailDomains, enabled });
    await put('off', ['off.example'], false);
    await put('one', ['shared.example', 'one.example', 'qq.com']);
    await put('two', ['shared.example']);
    for (const domain of ['unknown.example', 'off.example', 'shared.example', 'qq.com', 'mail.acme.com'])
      expect((await findByMail(services.browser(), domain)).data).toEqual({});
    expect((await findByMail(services.browser(), 'one.example')).data).toEqual({ domain: 'one', company: 'one' });
    for (const slug of ['off', 'one', 'two']) await store.remove(slug);
  });

  test.each(['acme', 'you@acme.com', 'https://acme.com', 'acme.com/', ''])('cannot be %j', async (domain) => {
    expect(await findByMail(services.browser(), domain)).toMatchObject({ status: 400, code: resultCodes.malformed });
  });

  test('counts among the guesses that need a human check, and is limited to ten a minute [AC-17d]', async () => {
    const clientIp = '198.51.100.77';
    const browser = services.browser({ clientIp });
    for (const guess of ['a.test', 'b.test', 'c.test', 'd.test', 'e.test'])
      expect(await findByMail(browser, guess)).toMatchObject({ code: 0 });
    for (const guess of [findByMail(browser, 'acme.com'), findCompany(browser, 'acme')])
      expect(await guess).toMatchObject({ code: resultCodes.needsHumanCheck });
    const auth = await passHumanCheck(browser);
    expect((await findByMail(browser, 'acme.com', { auth })).data).toMatchObject({ domain: 'acme' });
    for (let count = 0; count < 3; count += 1) await findByMail(browser, 'acme.com');
    expect(await findByMail(browser, 'acme.com')).toMatchObject({ status: 429, code: resultCodes.tooManyRequests });
  });
});

describe('searching for many companies [AC-17d]', () => {
  test('is limited to ten a minute per IP address', async () => {
    const clientIp = '198.51.100.7';
    const browser = services.browser({ clientIp });
    for (let count = 0; count < 10; count += 1) expect(await findCompany(browser, 'acme')).toMatchObject({ code: 0 });
    expect(await findCompany(services.browser({ clientIp }), 'acme')).toMatchObject({
      status: 429,
      code: resultCodes.tooManyRequests,
      data: { retryAfter: 60 },
    });
    services.moveClock(minutes(1));
    expect(await findCompany(browser, 'acme')).toMatchObject({ code: 0 });
  });

  test('requires a human check after five unknown ones, for an existing company too', async () => {
    const browser = services.browser();
    for (const guess of ['one', 'two', 'three', 'four', 'five'])
      expect(await findCompany(browser, guess)).toMatchObject({ code: 0, data: { ifExistDomain: false } });
    expect(await findCompany(browser, 'acme')).toMatchObject({ code: resultCodes.needsHumanCheck });
    expect(await findCompany(browser, 'six')).toMatchObject({ code: resultCodes.needsHumanCheck });
    expect(await findCompany(browser, 'acme', { auth: await passHumanCheck(browser) })).toMatchObject({
      data: { ifExistDomain: true },
    });
    expect(await findCompany(browser, 'acme', { auth: 'made-up' })).toMatchObject({
      code: resultCodes.humanCheckFailed,
    });
    services.moveClock(hours(1));
    expect(await findCompany(browser, 'acme')).toMatchObject({ data: { ifExistDomain: true } });
  });
});
