import type { Call } from '@foyer/contract/call';
import { createSoftwareAuthenticator } from '@foyer/sandbox/authenticator/software-authenticator';
import { expect } from 'vitest';
import { totpAt } from '../../../src/platform/totp.ts';
import { hashBrowserId } from '../../../src/http/answers/cookies.ts';
import { identities } from '../../../src/store/schema/schema.ts';
import { sha256Hex } from '../../../src/platform/sha256.ts';
import { raiseSessions } from './raise-sessions.ts';
import type { TestApp } from '../test-app.ts';
import { codeHelpers } from './test-codes.ts';
import { factorHelpers } from './test-factors.ts';
import { addClient } from './test-oidc.ts';
import { newPhoneOwner, scanHelpers } from './test-scans.ts';
import { passkeyHelpers } from './test-passkeys.ts';

type Browser = ReturnType<TestApp['browser']>;
type Request = Record<string, unknown>;
export interface SignedInPerson {
  ouid: string;
  mobile: string;
  email: string;
  browser: Browser;
}
/** Makes the change possible for this person, and returns the request, which is built when it is sent. */
type Prepare = (person: SignedInPerson) => Promise<() => Request | Promise<Request>>;

const password = 'Foyer-2026';
const nothing = async () => () => ({});

/** What a signed-in person can change on the account page, by the name of the call. */
export function accountChanges(services: TestApp, firstNumber: number) {
  const { clock, database, stores } = services;
  const { passHumanCheck, lastMessageTo } = codeHelpers(services);
  const { addAuthenticator } = factorHelpers(services);
  const { creationOptions, storePasskey, origin } = passkeyHelpers(services);
  const { phone, scan } = scanHelpers(services);
  let numbers = firstNumber;
  const newMobile = () => String((numbers += 1));

  /** Signed in with two factors, which some changes need. */
  async function signedInPerson(more: Parameters<TestApp['addAccount']>[0] = {}): Promise<SignedInPerson> {
    const mobile = newMobile();
    const email = `p${mobile}@example.com`;
    const ouid = await services.addAccount({ mobile, email, password, ...more });
    const browser = services.browser();
    expect(await browser.signIn(mobile, password)).toMatchObject({ code: 0, data: { loginDoubleCheck: false } });
    await raiseSessions(services, ouid);
    return { ouid, mobile, email, browser };
  }

  const signInElsewhere = ({ mobile }: SignedInPerson) => services.browser().signIn(mobile, password);

  async function firstPasskeyOf(ouid: string) {
    await storePasskey(ouid);
    return (await stores.passkeys.listByAccount(ouid))[0]!.id;
  }

  const changes: Record<string, Prepare> = {
    async disownActivity(person) {
      await signInElsewhere(person);
      const [event] = await stores.audit.listByAccount(person.ouid);
      return () => ({ id: String(event!.id) });
    },
    startAuthenticator: nothing,
    async confirmAuthenticator({ browser }) {
      const { data } = await browser.post('/user/accounts/authenticator/start');
      const { setupId, secret } = data;
      return () => ({ setupId, credentials: totpAt(String(secret), clock.now()).code });
    },
    async removeAuthenticator({ ouid }) {
      await addAuthenticator(ouid);
      return () => ({});
    },
    createBackupCodes: nothing,
    async confirmBackupCodes({ browser }) {
      const { data } = await browser.post('/user/accounts/backupCodes');
      return () => ({ setupId: data['setupId'] });
    },
    changeName: async () => () => ({ name: '林小美' }),
    async changePassword(person) {
      await signInElsewhere(person);
      return () => ({ newPassword: sha256Hex('Lantern~4471'), endOtherSessions: true });
    },
    requestClosure: nothing,
    async sendContactCode({ browser }) {
      const principal = newMobile();
      return async () => ({ principal, auth: await passHumanCheck(browser) });
    },
    async changeContact({ browser }) {
      const principal = newMobile();
      const auth = await passHumanCheck(browser);
      const { data } = await browser.post('/user/accounts/contacts/code', { principal, auth });
      return () => ({ serviceId: data['serviceId'], credentials: lastMessageTo(principal)?.code });
    },
    removeContact: async () => () => ({ kind: 'email' }),
    startPasskey: nothing,
    async addPasskey({ browser }) {
      const credential = createSoftwareAuthenticator().create(await creationOptions(browser), origin);
      return () => ({ credential });
    },
    async renamePasskey({ ouid }) {
      const id = await firstPasskeyOf(ouid);
      return () => ({ id, name: 'Work laptop' });
    },
    async removePasskey({ ouid }) {
      const id = await firstPasskeyOf(ouid);
      return () => ({ id });
    },
    exportMyData: async () => () => ({ format: 'json' }),
    switchSecondFactor: async () => () => ({ on: true }),
    async forgetBrowser({ ouid }) {
      await stores.trustedBrowsers.trust(ouid, { browserId: 'other', token: undefined, device: 'Safari · iPhone' });
      const [trusted] = await stores.trustedBrowsers.listByAccount(ouid, {});
      return () => ({ id: trusted!.id });
    },
    async endSession(person) {
      await signInElsewhere(person);
      const { data } = await person.browser.get('/user/accounts/me');
      const other = (data['sessions'] as { id: string; current: boolean }[]).find(({ current }) => !current);
      return () => ({ id: other!.id });
    },
    async endOtherSessions(person) {
      await signInElsewhere(person);
      return () => ({});
    },
    async unlinkIdentity({ ouid }) {
      const [id, since] = [`link-${ouid}`, new Date(clock.now())];
      await database.sql.insert(identities).values({ id, account: ouid, provider: 'wechat', subject: ouid, since });
      return () => ({ id });
    },
    async undoUnlink({ browser, ouid }) {
      const [id, since] = [`undo-${ouid}`, new Date(clock.now())];
      await database.sql.insert(identities).values({ id, account: ouid, provider: 'wechat', subject: ouid, since });
      await browser.post(`/user/accounts/identities/${id}/unlink`);
      return () => ({});
    },
    startAppLink: async () => () => ({ app: 'wechat', fingerprint: 'f' }),
    async finishAppLink({ browser, mobile }) {
      const { data } = await browser.post('/user/accounts/identities/scan/wechat', { fingerprint: 'f' });
      const by = phone();
      await by.answer(await scan('wechat', data, newPhoneOwner(mobile), by), true);
      return () => ({ loginId: data['loginId'] });
    },
    findCompany: async () => () => ({ domain: 'unknown', link: true }),
    async finishCompanyLink({ browser, ouid, mobile }) {
      const [session] = await stores.sessions.listByAccount(ouid);
      const accessCode = await stores.accessCodes.create({
        method: 'sso',
        company: null,
        provider: 'sso.acme',
        subject: mobile,
        refusal: null,
        browserId: hashBrowserId(browser.jar.get('foyer_browser')!),
        pageKey: null,
        linkSession: session!.id,
        mobile: null,
        email: null,
        emailOnly: false,
        agreed: false,
        redirectUrl: '/',
      });
      return () => ({ accessCode });
    },
    async endApplicationAccess({ ouid }) {
      await addClient(services, { id: 'partner', firstParty: false });
      await stores.oidcPermissions.allow(ouid, 'partner', ['openid']);
      return () => ({ id: 'partner' });
    },
    async logOut(person) {
      await signInElsewhere(person);
      return () => ({ everywhere: true });
    },
  };

  /** Sends a request of the contract; its path takes its parameters from it. */
  function send({ browser }: Pick<SignedInPerson, 'browser'>, { method, path }: Call, request: Request) {
    const url = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(request[name])));
    if (method === 'GET') return browser.get(url);
    return method === 'PUT' ? browser.put(url, request) : browser.post(url, request);
  }

  return { changes, newMobile, password, signedInPerson, send };
}
