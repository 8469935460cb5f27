import { createHash } from 'node:crypto';
import type { createBrowser } from '../test-browser.ts';
import type { TestApp } from '../test-app.ts';

type Browser = ReturnType<typeof createBrowser>;

/** Settings for tests that send codes: cheap puzzles, and long timeouts for a busy machine. Both are tested elsewhere. */
export const codeTestSettings = { HUMAN_CHECK_COST: '20', MESSAGE_TIMEOUT_MS: '60000' };

const loginParams = { endpoint: 'PC', env: { fingerprint: 'f' } };

/** The calls by which the page sends and checks codes, and the codes that arrive. */
export function codeHelpers(services: TestApp) {
  const kindOf = (principal: string) => (/[@＠]/.test(principal) ? 'email' : 'mobile');

  async function passHumanCheck(browser: Browser, purpose?: 'extraCode'): Promise<string> {
    const { data } = await browser.get(`/sender/robotAuth/challenge${purpose ? `?purpose=${purpose}` : ''}`);
    const applied = await browser.post('/sender/robotAuth/apply', {
      value: solvePuzzle(data['challenge'] as Challenge),
    });
    return String(applied.data['auth']);
  }

  const lastMessageTo = (to: string) => services.sandbox.outbox.sent(to)[0];

  async function send(browser: Browser, principal: string, bizType = 'REGISTER_LOGIN') {
    const auth = await passHumanCheck(browser);
    return browser.post(`/sender/${kindOf(principal)}/v3`, { bizType, principal, auth });
  }

  /** Sends beyond the limits of the recipient, for a harder human check. */
  async function sendExtra(browser: Browser, principal: string, bizType = 'REGISTER_LOGIN') {
    const auth = await passHumanCheck(browser, 'extraCode');
    return browser.post(`/sender/${kindOf(principal)}/v3`, { bizType, principal, auth });
  }

  /** Sends to the recipient that an earlier step knows. */
  async function sendByHandle(browser: Browser, preServiceId: unknown, bizType: string, by = 'mobile') {
    const auth = await passHumanCheck(browser);
    return browser.post(`/sender/${by}/v3`, { bizType, preServiceId, auth });
  }

  const verify = (browser: Browser, serviceId: unknown, credentials: unknown) =>
    browser.post('/sender/verify', { credentials, serviceId, loginParams: { endpoint: 'PC' } });

  /** Sends a code, verifies it and returns its `serviceId`. */
  async function sendAndVerify(browser: Browser, principal: string, bizType = 'REGISTER_LOGIN'): Promise<string> {
    const sent = await send(browser, principal, bizType);
    const serviceId = String(sent.data?.['serviceId']);
    const verified = await verify(browser, serviceId, lastMessageTo(principal.toLowerCase())?.code);
    if (verified.code !== 0) throw new Error(`Not verified: ${sent.code} ${verified.code}`);
    return serviceId;
  }

  const commit = (browser: Browser, principal: string, serviceId: string, more: object = {}) =>
    browser.post('/login/commit', { principal, serviceId, loginParams, ...more });

  return { passHumanCheck, send, sendExtra, sendByHandle, verify, sendAndVerify, commit, lastMessageTo, loginParams };
}

interface Challenge {
  challenge: string;
  salt: string;
  maxnumber: number;
}

export function solvePuzzle(challenge: Challenge, number = numberOf(challenge)): string {
  return Buffer.from(JSON.stringify({ ...challenge, number })).toString('base64');
}

function numberOf({ challenge, salt, maxnumber }: Challenge): number {
  for (let number = 0; number <= maxnumber; number++)
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') === challenge) return number;
  throw new Error('There is no such number');
}
