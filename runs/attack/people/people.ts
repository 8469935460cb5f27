import { commitCode } from '@foyer/contract/flows/code-login';
import { getAgreement } from '@foyer/contract/flows/agreement';
import { applyHumanCheck, getHumanCheck } from '@foyer/contract/flows/human-check';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { sendCodeToEmail, sendCodeToMobile, verifyCode } from '@foyer/contract/flows/send-code';
import { done } from '../../client.ts';
import { solve } from '../../human-check.ts';
import { createHmac } from 'node:crypto';
import { createBrowser, loginParams, password, sha256 } from '../browser.ts';
import { sendHttp } from '../../http.ts';
import type { Installation } from '../installation.ts';
import type { Browser } from '../browser.ts';

let numberCount = 0;
/** A mobile number that no account has. */
export const newMobile = () => `151${String((numberCount += 1)).padStart(8, '0')}`;
export const newEmail = () => `attack${(numberCount += 1)}@example.com`;

export type People = ReturnType<typeof peopleOf>;
export type Scene = People & { installation: Installation };

export interface Message {
  to: string;
  at: string;
  text: string;
  code?: string;
}

type NamedPurpose = 'REGISTER' | 'REGISTER_LOGIN' | 'RETRIEVE';
const { endpoint } = loginParams;

/** What people do before an attack begins, by the calls of the page. */
export function peopleOf(installation: Installation) {
  const { origins, publicUrl } = installation;

  /** The sandbox of a node answers under the public host name alone. */
  async function sandbox<Result>(path: string, body?: object, origin = origins[0]!): Promise<Result> {
    const headers = { 'content-type': 'application/json', origin: publicUrl, host: new URL(publicUrl).host };
    const method = body ? 'POST' : 'GET';
    const request = { method, path: `/sandbox${path}`, headers, ...(body && { body: JSON.stringify(body) }) };
    const { status, text } = await sendHttp(origin, request);
    if (status !== 200) throw new Error(`The sandbox answered ${path} with ${status}: ${text.slice(0, 300)}`);
    return JSON.parse(text);
  }

  async function passHumanCheck(browser: Browser, purpose?: 'extraCode') {
    const { challenge } = done(await browser.call(getHumanCheck, { purpose }), 'The challenge');
    return done(await browser.call(applyHumanCheck, { value: solve(challenge) }), 'The human check').auth;
  }

  /** What the sandboxes of all nodes have delivered, the newest message first. */
  async function messagesTo(to: string) {
    const path = `/outbox?to=${encodeURIComponent(to)}`;
    const boxes = await Promise.all(origins.map((origin) => sandbox<{ messages: Message[] }>(path, undefined, origin)));
    return boxes.flatMap(({ messages }) => messages).sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  }
  const codeTo = async (to: string) => (await messagesTo(to)).find(({ code }) => code)?.code ?? '';

  async function sendCode(browser: Browser, principal: string, bizType: NamedPurpose = 'REGISTER_LOGIN') {
    const call = principal.includes('@') ? sendCodeToEmail : sendCodeToMobile;
    const auth = await passHumanCheck(browser);
    return done(await browser.call(call, { bizType, principal, auth }), 'The code').serviceId;
  }

  async function verifiedCode(browser: Browser, principal: string, bizType?: NamedPurpose) {
    const serviceId = await sendCode(browser, principal, bizType);
    const typed = { credentials: await codeTo(principal), serviceId, loginParams: { endpoint } };
    done(await browser.call(verifyCode, typed), 'The typed code');
    return serviceId;
  }

  /** A person who has just made an account by code and is signed in. */
  async function newPerson(browser = createBrowser(installation), mobile = newMobile()) {
    const serviceId = await verifiedCode(browser, mobile);
    const commit = { principal: mobile, serviceId, loginParams, agreed: true };
    const { ouid = '', setPwdServiceId = '' } = done(await browser.call(commitCode, commit), 'The sign-in');
    return { browser, mobile, ouid, setPwdServiceId };
  }

  const signIn = (browser: Browser, principal: string) =>
    browser.call(commitPassword, { principal, credentials: sha256(password), loginParams });

  /** Moves the clocks of all nodes, so that limits of a minute pass. */
  const moveClocks = (move: number) => Promise.all(origins.map((origin) => sandbox('/clock', { move }, origin)));

  /** What the authenticator app of this key shows now. */
  async function totp(secret: string) {
    const { now } = await sandbox<{ now: string }>('/clock');
    return totpAt(secret, Date.parse(now));
  }

  return { sandbox, passHumanCheck, messagesTo, codeTo, sendCode, verifiedCode, newPerson, signIn, moveClocks, totp };
}

/** A person whose session awaits agreement, and the version to accept. */
export async function awaitingAgreement({ installation, signIn }: Scene) {
  const mobile = '13800138006';
  await installation.sql(`delete from consents where ${isOf(mobile)}`);
  const browser = createBrowser(installation);
  done(await signIn(browser, mobile), 'The password');
  const { version = '' } = done(await browser.call(getAgreement, {}), 'The agreement');
  return { browser, version };
}

export const unlink = ({ installation }: Pick<Scene, 'installation'>, mobile: string) =>
  installation.sql(`delete from identities where ${isOf(mobile)}`);

const isOf = (mobile: string) => `account in (select ouid from accounts where mobile = '${mobile}')`;

/** As RFC 6238 says it. */
function totpAt(secret: string, now: number) {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const key = Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)!
      .map((byte) => Number.parseInt(byte, 2)),
  );
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const value = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7fffffff;
  return String(value % 1_000_000).padStart(6, '0');
}
