import { resultCodes } from '@foyer/contract/result-codes';
import { seconds } from '@foyer/contract/time';
import { describe, expect, test } from 'vitest';
import { concurrently } from '../../../test/support/concurrently.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { ssoHelpers } from '../../../test/support/flows/test-company.ts';

const services = await testAppForFile({ sandbox: true });
const { findCompany, open, signInAtCompany, openCallback, check, signIn, startSaml, postSaml } = ssoHelpers(services);
const password = 'Foyer-2026';

let numbers = 13770000000;
type Browser = ReturnType<typeof services.browser>;

async function signedIn(more: { email?: string } = {}) {
  const mobile = String((numbers += 1));
  const ouid = await services.addAccount({ mobile, password, ...more });
  const browser = services.browser();
  expect(await browser.signIn(mobile, password)).toMatchObject({ code: 0 });
  return { mobile, ouid, browser };
}
const finish = (browser: Browser, accessCode: string) =>
  browser.post('/user/accounts/identities/company', { accessCode });
const providersOf = async (ouid: string) =>
  (await services.stores.identities.listByAccount(ouid)).map(({ provider }) => provider);
/** Signs in at the company, and returns the access code of the account page. */
const returned = async (browser: Browser, person = unlinked, company = 'acme') =>
  openCallback(browser, await signInAtCompany(browser, company, person, { link: true }));
/** A person of the company who is linked to no account. */
const unlinked = 'acme-carol';

describe('linking a company from the account page', () => {
  test('returns to the account page and links the identity, which then signs in', async () => {
    const { browser, ouid } = await signedIn();
    const callback = await signInAtCompany(browser, 'acme', unlinked, { link: true });
    const { pathname, search } = new URL(callback);
    const { headers } = await browser.send({ method: 'GET', url: pathname + search });
    const location = new URL(String(headers.location), services.config.publicUrl);
    expect([location.pathname, location.hash]).toEqual(['/account', '#linked']);
    const accessCode = location.searchParams.get('accessCode')!;
    expect(await finish(browser, accessCode)).toMatchObject({ code: 0, data: { company: 'acme' } });
    expect(await finish(browser, accessCode)).toMatchObject({ code: resultCodes.ssoExpired });
    expect(await providersOf(ouid)).toEqual(['sso.acme']);
    const [event] = await services.stores.audit.listByAccount(ouid);
    expect(event).toMatchObject({ type: 'identityLinked', method: 'sso', details: { provider: 'sso.acme' } });
    expect(await signIn(services.browser(), 'acme', unlinked)).toMatchObject({ data: { accountId: ouid } });
    expect((await services.stores.accounts.findByOuid(ouid))!.newFactors).toMatchObject({
      'sso:sso.acme': { by: ['password'] },
    });
    await services.stores.identities.unlink(ouid, (await services.stores.identities.listByAccount(ouid))[0]!.id);
  });

  test('links by SAML, whose form carries no cookies', async () => {
    const { browser, ouid } = await signedIn();
    const accessCode = await postSaml(await startSaml(browser, 'globex', 'globex-dan', { link: true }));
    expect((await finish(browser, accessCode)).code).toBeOneOf([0, resultCodes.identityTaken]);
    expect((await providersOf(ouid)).every((provider) => provider === 'sso.globex')).toBe(true);
  });

  test('tells who cancelled there', async () => {
    const { browser } = await signedIn();
    const { data } = await findCompany(browser, 'acme', { link: true });
    const page = await open(browser, String(data['targetUrl']));
    const accessCode = await openCallback(browser, await open(browser, `${page}/cancel`));
    expect(await finish(browser, accessCode)).toMatchObject({
      code: resultCodes.ssoCancelled,
      data: { company: 'acme' },
    });
  });
});

describe('no company is linked', () => {
  test('without a session, in another one, in another browser or after a minute', async () => {
    const [{ browser, ouid }, other] = [await signedIn(), await signedIn()];
    expect(await findCompany(services.browser(), 'acme', { link: true })).toMatchObject({
      code: resultCodes.notSignedIn,
    });
    const expired = { code: resultCodes.ssoExpired };
    const accessCode = await returned(browser, unlinked);
    expect(await finish(other.browser, accessCode)).toMatchObject(expired);
    expect(await browser.signIn(other.mobile, password)).toMatchObject({ code: 0 });
    expect(await finish(browser, accessCode)).toMatchObject(expired);
    const late = await returned(browser, unlinked);
    services.moveClock(seconds(60));
    expect(await finish(browser, late)).toMatchObject(expired);
    expect([await providersOf(ouid), await providersOf(other.ouid)]).toEqual([[], []]);
  });

  test('by the access code of a sign-in; and that of a link signs no one in', async () => {
    const { browser, ouid } = await signedIn();
    const toSignIn = await openCallback(browser, await signInAtCompany(browser, 'acme', unlinked));
    expect(await finish(browser, toSignIn)).toMatchObject({ code: resultCodes.ssoExpired });
    expect(await check(browser, await returned(browser, 'acme-alice'))).toMatchObject({ code: resultCodes.ssoExpired });
    expect(await providersOf(ouid)).toEqual([]);
  });

  test('that is linked to another account', async () => {
    const { browser, ouid } = await signedIn();
    expect(await finish(browser, await returned(browser, 'acme-alice'))).toMatchObject({
      code: resultCodes.identityTaken,
    });
    expect(await providersOf(ouid)).toEqual([]);
  });

  test('beside another identity at the same company', async () => {
    const { browser, ouid } = await signedIn();
    await services.stores.identities.link(ouid, [{ provider: 'sso.acme', subject: 'another' }]);
    expect(await finish(browser, await returned(browser, unlinked))).toMatchObject({
      code: resultCodes.boundElsewhere,
      data: { signedIn: true },
    });
  });

  test('that allows e-mail only, to an account without an address [AC-43]', async () => {
    const [{ browser, ouid }, withEmail] = [await signedIn(), await signedIn({ email: 'hal@elsewhere.example' })];
    const accessCode = await returned(browser, 'initech-hal', 'initech');
    expect(await finish(browser, accessCode)).toMatchObject({ code: resultCodes.emailOnly });
    expect(await providersOf(ouid)).toEqual([]);
    const again = await returned(withEmail.browser, 'initech-hal', 'initech');
    expect(await finish(withEmail.browser, again)).toMatchObject({ code: 0 });
  });

  test('twice by one access code', async () => {
    const { browser, ouid } = await signedIn();
    const accessCode = await returned(browser, unlinked);
    const codes = (await concurrently(() => finish(browser, accessCode))).map(({ code }) => code);
    expect(codes.filter((code) => code === 0)).toHaveLength(1);
    expect(await providersOf(ouid)).toEqual(['sso.acme']);
  });
});
