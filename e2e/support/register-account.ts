import { createHash } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { agreementVersion } from '@foyer/contract/agreement-version';
import type { RequestInputOf, Call, DataOf, Done } from '@foyer/contract/call';
import { createApi } from '@foyer/contract/api-client';
import { agree } from '@foyer/contract/flows/consent';
import { applyHumanCheck, getHumanCheck } from '@foyer/contract/flows/human-check';
import { resend } from '@foyer/contract/limits';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { registerAccount as registerCall } from '@foyer/contract/flows/register';
import { sendCodeToMobile, verifyCode } from '@foyer/contract/flows/send-code';
import { logOut } from '@foyer/contract/flows/session';
import { newMobile } from './new-accounts.ts';
import type { Outbox } from './outbox.ts';
import type { Member } from './people.ts';

const loginParams = { endpoint: 'PC', env: { fingerprint: '' } } as const;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Someone whom only this test knows, whose account was made by the calls that the page makes; they have not agreed. */
export async function registerAccount(browser: APIRequestContext, outbox: Outbox): Promise<Member> {
  const done = callerFrom(browser);
  const member: Member = { name: { zh: '', en: '' }, account: newMobile(), password: 'Quiet-Harbour-7' };
  const { challenge } = await done(getHumanCheck, {});
  const { auth } = await done(applyHumanCheck, { value: solved(challenge as Puzzle) });
  const { serviceId } = await done(sendCodeToMobile, { bizType: 'REGISTER', principal: member.account, auth });
  const code = await outbox.code(member.account);
  await done(verifyCode, { credentials: code, serviceId, loginParams: { endpoint: 'PC' } });
  const account = { source: { pub: 'e2e', chl: 'web', tml: 'pc' }, encrypter: 'SHA256', loginParams } as const;
  await done(registerCall, { ...account, password: sha256(member.password), serviceId });
  // So that the next code for them can be asked for at once.
  await outbox.service.moveClock(resend.afterCode);
  return member;
}

/** The same, signed in once before: nothing stands between them and their session. */
export async function registerAndAgree(browser: APIRequestContext, outbox: Outbox): Promise<Member> {
  const done = callerFrom(browser);
  const member = await registerAccount(browser, outbox);
  await done(commitPassword, { principal: member.account, credentials: sha256(member.password), loginParams });
  await done(agree, { version: agreementVersion });
  await done(logOut, {});
  return member;
}

/** The calls as the page makes them, from a browser without pages; each is expected to succeed. */
function callerFrom(browser: APIRequestContext) {
  const api = createApi({
    base: '/api',
    language: () => 'en-US',
    send: (url, { method, headers, body }) =>
      browser.fetch(url, { method: method!, headers: headers as Record<string, string>, data: body }),
  });
  return async <C extends Call>(call: C, ask: RequestInputOf<C>): Promise<DataOf<C>> => {
    const reply = await api(call, ask);
    if (reply.is !== 'done') throw new Error(`${call.path} was not done: ${JSON.stringify(reply)}`);
    return (reply as Done<C>).data;
  };
}

interface Puzzle {
  challenge: string;
  salt: string;
}

function solved(puzzle: Puzzle) {
  let number = 0;
  while (sha256(`${puzzle.salt}${number}`) !== puzzle.challenge) number++;
  return btoa(JSON.stringify({ ...puzzle, number }));
}
