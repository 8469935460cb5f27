import { runnerImport } from 'vite';
import { sha256, password, createBrowser, loginParams } from './browser.mjs';
import { accessCodeHeader, accessCodeOf, checkPath } from './company-sign-in.mjs';
import { confirmedScan } from './confirmed-scan.mjs';
import { awaitingConsent, done, newMobile, peopleOf, unlink } from './people.mjs';

/** @import { Installation } from './installation.mjs' */
/** @import { Numbers } from './numbers.mjs' */
/** @import { Scene } from './races.mjs' */
/** @typedef {(scene: Scene, redirectUrl: string) => Promise<string | undefined>} Sink where it leads to, if it does */

const minute = 60_000;
const longestRedirect = 4000;

/** @returns {Sink} */
const scan = (app) => async (scene, redirectUrl) => {
  const { browser, poll } = await confirmedScan(scene, app, 'alice', { redirectUrl });
  return done(await browser.get(poll), 'The scan').url;
};

/** @type {Record<string, Sink>} */
const sinks = {
  async 'sign-in by password'({ installation }, redirectUrl) {
    const body = { principal: 'fay@example.com', credentials: sha256(password), loginParams, redirectUrl };
    return done(await createBrowser(installation).post('/login/commit/user', body), 'The password').url;
  },
  async 'sign-in by code'({ installation, verifiedCode }, redirectUrl) {
    const browser = createBrowser(installation);
    const principal = newMobile();
    const serviceId = await verifiedCode(browser, principal);
    const body = { principal, serviceId, loginParams, agreed: true, redirectUrl };
    return done(await browser.post('/login/commit', body), 'The code').url;
  },
  async 'sign-in by passkey'({ installation, sandbox }, redirectUrl) {
    const browser = createBrowser(installation);
    const options = done(await browser.post('/login/passkey/options'), 'The challenge');
    const { credential } = await sandbox('/authenticator/get', { options });
    return done(await browser.post('/login/commit/passkey', { credential, redirectUrl }), 'The passkey').url;
  },
  async 'second factor'({ installation, passHumanCheck, codeTo, moveClocks }, redirectUrl) {
    await moveClocks(minute + 1000);
    const browser = createBrowser(installation);
    const mobile = '13800138001';
    const first = { principal: mobile, credentials: sha256(password), loginParams, redirectUrl };
    const { preServiceId } = done(await browser.post('/login/commit/user', first), 'The password');
    const send = { bizType: 'LOGIN_DOUBLE_CHECK', preServiceId, auth: await passHumanCheck(browser) };
    const { serviceId } = done(await browser.post('/sender/mobile/v3', send), 'The code');
    const second = { credentials: await codeTo(mobile), serviceId, redirectUrl };
    return done(await browser.post('/sender/verifyLoginDoubleCheck', second), 'The second factor').url;
  },
  'scan with Alipay': scan('alipay'),
  'scan with WeChat': scan('wechat'),
  async 'one-click login'(scene, redirectUrl) {
    await unlink(scene, '13800138003');
    const { browser, poll } = await confirmedScan(scene, 'alipay', 'dan');
    const { userInfoContextId } = (await browser.get(poll)).data;
    const body = { data: { userInfoContextId }, credentials: 'PC_ALI_PAY_USER_TRANSFER', redirectUrl };
    return done(await browser.post('/login/commit/transferLogin', body), 'The one-click login').url;
  },
  async consent(scene, redirectUrl) {
    const { browser, version } = await awaitingConsent(scene);
    return done(await browser.put('/v1/accounts/agreement', { version, redirectUrl }), 'The consent').url;
  },
  async 'company sign-in'(scene, redirectUrl) {
    const { browser, accessCode } = await accessCodeOf(scene, 'acme-alice', { redirectUrl });
    const headers = { [accessCodeHeader]: accessCode };
    return done(await browser.post(checkPath, { endpoint: '' }, headers), 'The access code').targetUrl;
  },
  /** The sign-in page that a reverse proxy is sent to names the page of the application. */
  async 'forward authentication'({ installation }, redirectUrl) {
    const headers = { 'x-forwarded-uri': encodeURI(toWellFormed(redirectUrl)), host: 'app.foyer.test' };
    const { location } = await createBrowser(installation).get('/session/verify?signIn=redirect', headers);
    return new URL(location, installation.publicUrl).searchParams.get('redirectUrl') ?? undefined;
  },
};

/** Pages that get a redirect as a parameter. None of them follows it by itself. */
const pages = ['/', '/login/web', '/home', '/usercenterFront/ssomiddlepage'];
const parameters = ['redirectUrl', 'cusRedirectUrl'];

/**
 * Asks every sink for redirects as attackers write them, and for good ones.
 * @param {Installation} installation @param {Numbers} numbers @param {(line: string) => void} print
 */
export async function measureRedirects(installation, { payloads, redirectCases }, print) {
  const { publicUrl } = installation;
  const scene = { installation, ...peopleOf(installation) };
  const { hostile, good, origins } = await readCorpus(publicUrl, payloads);
  const isOurs = (url) => URL.canParse(url, publicUrl) && origins.includes(new URL(url, publicUrl).origin);
  const escapes = [];
  const broken = [];
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
  const none = (number, found) => ({ number, bar: '0', result: `${found.length}`, isMet: found.length === 0 });
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
async function foreignLocations(installation, hostile, isOurs) {
  const signedIn = createBrowser(installation);
  const credentials = sha256(password);
  await signedIn.post('/login/commit/user', { principal: 'fay@example.com', credentials, loginParams });
  const other = createBrowser(installation);
  const otherHost = { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' };
  const found = [];
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
async function readCorpus(publicUrl, count) {
  const read = async (name) => (await runnerImport(`./contract/test/${name}.ts`)).module;
  const { allowlist, good, harmless } = await read('redirect-payloads');
  const { otherPlaces } = await read('redirect-other-sites');
  const { trickSpellings } = await read('redirect-spellings');
  const ours = (text) => text.replaceAll(allowlist.origin, publicUrl);
  const hostile = [
    ...otherPlaces,
    ...trickSpellings,
    ...harmless.map(([payload]) => payload),
    // For a service that decodes a parameter twice.
    ...otherPlaces.map(encodeURIComponent),
  ].filter((payload) => typeof payload === 'string' && payload.length <= longestRedirect);
  // A port of our own origin is part of it.
  const swapped = good.filter(([payload]) => !payload.includes(':443')).map((pair) => pair.map(ours));
  const some = (list) => list.filter((_, n) => n % Math.max(1, Math.ceil(list.length / count)) === 0);
  return { hostile: some(hostile.map(ours)), good: some(swapped), origins: [publicUrl, ...allowlist.allowed] };
}

const toWellFormed = (text) => text.replaceAll(/[\ud800-\udfff]/g, '');
