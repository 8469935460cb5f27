import { createHash, createHmac } from 'node:crypto';
import { createBrowser, loginParams, password, sha256 } from './browser.mjs';
import { sendHttp } from './http.mjs';

/** @import { Installation } from './installation.mjs' */
/** @import { Browser } from './browser.mjs' */
/** @import { Scene } from './races.mjs' */

let numberCount = 0;
/** A mobile number that no account has. */
export const newMobile = () => `151${String((numberCount += 1)).padStart(8, '0')}`;
export const newEmail = () => `attack${(numberCount += 1)}@example.com`;

/** Fails loudly where a step of the preparation is refused. */
export function done(answer, step) {
  if (answer.code !== 0) throw new Error(`${step} was refused: ${answer.status} ${answer.text.slice(0, 300)}`);
  return answer.data;
}

/** What people do before an attack begins, by the calls of the page. @param {Installation} installation */
export function peopleOf(installation) {
  const { origins, publicUrl } = installation;

  /** The sandbox of a node answers under the public host name alone. */
  async function sandbox(path, body, origin = origins[0]) {
    const headers = { 'content-type': 'application/json', origin: publicUrl, host: new URL(publicUrl).host };
    const method = body ? 'POST' : 'GET';
    const request = { method, path: `/sandbox${path}`, headers, ...(body && { body: JSON.stringify(body) }) };
    const { status, text } = await sendHttp(origin, request);
    if (status !== 200) throw new Error(`The sandbox answered ${path} with ${status}: ${text.slice(0, 300)}`);
    return JSON.parse(text);
  }

  /** @param {Browser} browser */
  async function passHumanCheck(browser, purpose = '') {
    const query = purpose && `?purpose=${purpose}`;
    const { challenge } = done(await browser.get(`/sender/robotAuth/challenge${query}`), 'The challenge');
    return done(await browser.post('/sender/robotAuth/apply', { value: solve(challenge) }), 'The human check').auth;
  }

  /** What the sandboxes of all nodes have delivered, the newest message first. */
  async function messagesTo(to) {
    const path = `/outbox?to=${encodeURIComponent(to)}`;
    const boxes = await Promise.all(origins.map((origin) => sandbox(path, undefined, origin)));
    return boxes.flatMap(({ messages }) => messages).sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  }
  const codeTo = async (to) => (await messagesTo(to)).find(({ code }) => code)?.code;
  const kindOf = (principal) => (principal.includes('@') ? 'email' : 'mobile');

  /** @param {Browser} browser */
  async function sendCode(browser, principal, bizType = 'REGISTER_LOGIN', more = {}) {
    const auth = await passHumanCheck(browser);
    const body = { bizType, principal, auth, ...more };
    return done(await browser.post(`/sender/${kindOf(principal ?? '')}/v3`, body), 'The code').serviceId;
  }

  /** @param {Browser} browser */
  async function verifiedCode(browser, principal, bizType) {
    const serviceId = await sendCode(browser, principal, bizType);
    const verify = { credentials: await codeTo(principal), serviceId, loginParams: { endpoint: 'PC' } };
    done(await browser.post('/sender/verify', verify), 'The typed code');
    return serviceId;
  }

  /** A person who has just made an account by code and is signed in. */
  async function newPerson(browser = createBrowser(installation), mobile = newMobile()) {
    const serviceId = await verifiedCode(browser, mobile);
    const commit = { principal: mobile, serviceId, loginParams, agreed: true };
    const data = done(await browser.post('/login/commit', commit), 'The sign-in');
    return { browser, mobile, ...data };
  }

  /** @param {Browser} browser */
  const signIn = (browser, principal) =>
    browser.post('/login/commit/user', { principal, credentials: sha256(password), loginParams });

  /** Moves the clocks of all nodes, so that limits of a minute pass. */
  const moveClocks = (move) => Promise.all(origins.map((origin) => sandbox('/clock', { move }, origin)));

  /** What the authenticator app of this key shows now. */
  async function totp(secret) {
    const { now } = await sandbox('/clock');
    return totpAt(secret, Date.parse(now));
  }

  return { sandbox, passHumanCheck, messagesTo, codeTo, sendCode, verifiedCode, newPerson, signIn, moveClocks, totp };
}

/** A person whose session awaits consent, and the version to accept. @param {Scene} scene */
export async function awaitingConsent({ installation, signIn }) {
  const mobile = '13800138006';
  await installation.sql(`delete from consents where ${isOf(mobile)}`);
  const browser = createBrowser(installation);
  done(await signIn(browser, mobile), 'The password');
  const { version } = done(await browser.get('/v1/accounts/agreement'), 'The agreement');
  return { browser, version };
}

/** @param {Scene} scene */
export const unlink = ({ installation }, mobile) => installation.sql(`delete from identities where ${isOf(mobile)}`);

const isOf = (mobile) => `account in (select ouid from accounts where mobile = '${mobile}')`;

function solve({ maxnumber, ...puzzle }) {
  for (let number = 0; number <= maxnumber; number++)
    if (createHash('sha256').update(`${puzzle.salt}${number}`).digest('hex') === puzzle.challenge)
      return btoa(JSON.stringify({ ...puzzle, maxnumber, number }));
  throw new Error('The puzzle has no solution');
}

/** As RFC 6238 says it. */
export function totpAt(secret, now) {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const key = Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)
      .map((byte) => Number.parseInt(byte, 2)),
  );
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const value = digest.readUInt32BE(digest.at(-1) & 15) & 0x7fffffff;
  return String(value % 1_000_000).padStart(6, '0');
}
