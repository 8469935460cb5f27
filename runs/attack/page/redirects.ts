import { minutes } from '@foyer/contract/time';
import { wireOf } from '@foyer/contract/apps/wire-of-apps';
import { commitCode } from '@foyer/contract/flows/code-login';
import { agree } from '@foyer/contract/flows/agreement';
import { verifySession } from '@foyer/contract/flows/forward-auth';
import { transferLogin } from '@foyer/contract/flows/one-click-login';
import { type Assertion, commitPasskey, startPasskeySignIn } from '@foyer/contract/flows/passkey';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { verifySecondFactor } from '@foyer/contract/flows/second-factor';
import { sendCodeToMobile } from '@foyer/contract/flows/send-code';
import { accessCodeHeader } from '@foyer/contract/flows/sso-headers';
import { checkAuthorisation } from '@foyer/contract/flows/sso-return';
import { otherPlaces } from '../../../contract/test/redirect-other-sites.ts';
import { allowlist, good as goodOnes, harmless } from '../../../contract/test/redirect-payloads.ts';
import { trickSpellings } from '../../../contract/test/redirect-spellings.ts';
import { sha256, password, createBrowser, loginParams } from '../browser.ts';
import { accessCodeOf } from '../people/company-sign-in.ts';
import { confirmedScan, unlinkedScan } from '../people/confirmed-scan.ts';
import { done } from '../../client.ts';
import { awaitingAgreement, newMobile, peopleOf, unlink } from '../people/people.ts';
import type { Installation } from '../installation.ts';
import type { Numbers } from '../numbers.ts';
import type { Scene } from '../people/people.ts';

/** Where it leads to, if it does. */
type Sink = (scene: Scene, redirectUrl: string) => Promise<string | undefined>;

const longestRedirect = 4000;

const scan =
  (app: 'wechat' | 'alipay'): Sink =>
  async (scene, redirectUrl) => {
    const { poll } = await confirmedScan(scene, app, 'alice', { redirectUrl });
    const answer = await poll();
    return answer.is === 'done' && 'url' in answer.data ? answer.data.url : undefined;
  };

const sinks: Record<string, Sink> = {
  async 'sign-in by password'({ installation }, redirectUrl) {
    const body = { principal: 'fay@example.com', credentials: sha256(password), loginParams, redirectUrl };
    return done(await createBrowser(installation).call(commitPassword, body), 'The password').url;
  },
  async 'sign-in by code'({ installation, verifiedCode }, redirectUrl) {
    const browser = createBrowser(installation);
    const principal = newMobile();
    const serviceId = await verifiedCode(browser, principal);
    const body = { principal, serviceId, loginParams, agreed: true, redirectUrl };
    return done(await browser.call(commitCode, body), 'The code').url;
  },
  async 'sign-in by passkey'({ installation, sandbox }, redirectUrl) {
    const browser = createBrowser(installation);
    const options = done(await browser.call(startPasskeySignIn, {}), 'The challenge');
    const { credential } = await sandbox<{ credential: Assertion }>('/authenticator/get', { options });
    return done(await browser.call(commitPasskey, { credential, redirectUrl }), 'The passkey').url;
  },
  async 'second factor'({ installation, passHumanCheck, codeTo, moveClocks }, redirectUrl) {
    await moveClocks(minutes(1) + 1000);
    const browser = createBrowser(installation);
    const mobile = '13800138001';
    const first = { principal: mobile, credentials: sha256(password), loginParams, redirectUrl };
    const { preServiceId = '' } = done(await browser.call(commitPassword, first), 'The password');
    const send = { bizType: 'LOGIN_DOUBLE_CHECK', preServiceId, auth: await passHumanCheck(browser) } as const;
    const { serviceId } = done(await browser.call(sendCodeToMobile, send), 'The code');
    const second = { credentials: await codeTo(mobile), serviceId, redirectUrl };
    return done(await browser.call(verifySecondFactor, second), 'The second factor').url;
  },
  'scan with Alipay': scan('alipay'),
  'scan with WeChat': scan('wechat'),
  async 'one-click login'(scene, redirectUrl) {
    await unlink(scene, '13800138003');
    const { browser, userInfoContextId } = await unlinkedScan(scene, 'alipay', 'dan');
    const body = { data: { userInfoContextId }, credentials: wireOf.alipay.transfer, redirectUrl };
    return done(await browser.call(transferLogin, body), 'The one-click login').url;
  },
  async agreement(scene, redirectUrl) {
    const { browser, version } = await awaitingAgreement(scene);
    return done(await browser.call(agree, { version, redirectUrl }), 'The agreement').url;
  },
  async 'company sign-in'(scene, redirectUrl) {
    const { browser, accessCode } = await accessCodeOf(scene, 'acme-alice', { redirectUrl });
    const headers = { [accessCodeHeader]: accessCode };
    return done(await browser.call(checkAuthorisation, { endpoint: '' }, headers), 'The access code').targetUrl;
  },
  /** The sign-in page that a reverse proxy is sent to names the page of the application. */
  async 'forward authentication'({ installation }, redirectUrl) {
    const headers = { 'x-forwarded-uri': encodeURI(toWellFormed(redirectUrl)), host: 'app.foyer.test' };
    const { location } = await createBrowser(installation).call(verifySession, { signIn: 'redirect' }, headers);
    return new URL(location, installation.publicUrl).searchParams.get('redirectUrl') ?? undefined;
  },
};

/** Pages that get a redirect as a parameter. None of them follows it by itself. */
const pages = ['/', '/login/web', '/home', '/usercenterFront/ssomiddlepage'];
const parameters = ['redirectUrl', 'cusRedirectUrl'];

/** Asks every sink for redirects as attackers write them, and for good ones. */
export async function measureRedirects(
  installation: Installation,
  { payloads, redirectCases }: Numbers,
  print: (line: string) => void,
) {
  const { publicUrl } = installation;
  const scene = { installation, ...peopleOf(installation) };
  const { hostile, good, origins } = readCorpus(publicUrl, payloads);
  const isOurs = (url: string) => URL.canParse(url, publicUrl) && origins.includes(new URL(url, publicUrl).origin);
  const escapes: object[] = [];
  const broken: object[] = [];
  let cases = 0;
  for (const [name, follow] of Object.entries(sinks)) {
    for (const payload of hostile) {
      cases += 1;
      const url = await follow(scene, payload);
      if (url !== undefined && !isOurs(url)) escapes.push({ name, payload, url });
    }
    const isForwarded = name === 'forward authentication';
    for (const [payload, expected] of isForwarded ? [] : good) {
      const url = await follow(scene, payload);
      if (url !== expected) broken.push({ name, payload, url, expected });
    }
    print(`${hostile.length} bad and ${good.length} good redirects: ${name}`);
  }
  const locations = await foreignLocations(installation, hostile, isOurs);
  cases += hostile.length * pages.length * parameters.length;
  const goodCases = good.length * (Object.keys(sinks).length - 1);
  const none = (number: string, found: readonly object[]) => ({
    number,
    bar: '0',
    result: `${found.length}`,
    isMet: found.length === 0,
  });
  return {
    rows: [
      {
        number: `bad redirects, ${hostile.length} for each way in and each parameter of a page`,
        bar: `${redirectCases}`,
        result: `${cases}`,
        isMet: cases >= redirectCases,
      },
      none('bad redirects that leave the allowlist', escapes),
      none('pages that a bad redirect makes lead elsewhere', locations),
      {
        number: 'good redirects that work',
        bar: `${goodCases}`,
        result: `${goodCases - broken.length}`,
        isMet: broken.length === 0,
      },
    ],
    raw: { redirects: { escapes, broken, locations } },
  };
}

/** Pages whose Location header leads elsewhere: with a session, and without one for a host of the attacker. */
async function foreignLocations(
  installation: Installation,
  hostile: readonly string[],
  isOurs: (url: string) => boolean,
) {
  const signedIn = createBrowser(installation);
  const credentials = sha256(password);
  await signedIn.call(commitPassword, { principal: 'fay@example.com', credentials, loginParams });
  const other = createBrowser(installation);
  const otherHost = { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' };
  const found: object[] = [];
  for (const payload of hostile)
    for (const path of pages)
      for (const parameter of parameters) {
        const query = `${parameter}=${encodeURIComponent(toWellFormed(payload))}`;
        const answers = [
          await signedIn.send('GET', `${path}?${query}`),
          await other.send('GET', `${path}?${query}`, undefined, otherHost),
        ];
        for (const { location } of answers)
          if (location && !isOurs(location)) found.push({ path, parameter, payload, location });
      }
  return found;
}

/** The payloads of the tests of the allowlist, with our own origin in place of theirs. */
function readCorpus(publicUrl: string, count: number) {
  const ours = (text: string) => text.replaceAll(allowlist.origin, publicUrl);
  const hostile = [
    ...otherPlaces,
    ...trickSpellings,
    ...harmless.map(([payload]) => payload),
    // For a service that decodes a parameter twice.
    ...otherPlaces.map(encodeURIComponent),
  ].filter((payload): payload is string => typeof payload === 'string' && payload.length <= longestRedirect);
  // A port of our own origin is part of it.
  const swapped = goodOnes
    .filter(([payload]) => !payload.includes(':443'))
    .map(([payload, address]) => [ours(payload), ours(address)] as const);
  const some = <Item>(list: readonly Item[]) =>
    list.filter((_, n) => n % Math.max(1, Math.ceil(list.length / count)) === 0);
  return {
    hostile: some(hostile.map((payload) => ours(payload))),
    good: some(swapped),
    origins: [publicUrl, ...allowlist.allowed],
  };
}

const toWellFormed = (text: string) => text.replaceAll(/[\ud800-\udfff]/g, '');
