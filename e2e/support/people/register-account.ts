import { createHash } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { agreementVersion } from '@foyer/contract/agreement-version';
import type { RequestInputOf, Call, DataOf, Done } from '@foyer/contract/call';
import { createApi } from '@foyer/contract/api-client';
import { agree } from '@foyer/contract/flows/agreement';
import { applyHumanCheck, getHumanCheck } from '@foyer/contract/flows/human-check';
import { resend } from '@foyer/contract/limits';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { registerAccount as registerAccountCall } from '@foyer/contract/flows/register';
import { sendCodeToMobile, verifyCode } from '@foyer/contract/flows/send-code';
import { logOut } from '@foyer/contract/flows/session';
import { newMobile } from './new-accounts.ts';
import type { Outbox } from '../servers/outbox.ts';
import type { Member } from './people.ts';

const loginParams = { endpoint: 'PC', env: { fingerprint: '' } } as const;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Registers an account for this test by the calls that the page makes. It has not agreed to the agreement. */
export async function registerAccount(request: APIRequestContext, outbox: Outbox): Promise<Member> {
  const call = caller(request);
  const member: Member = { name: { zh: '', en: '' }, account: newMobile(), password: 'Quiet-Harbour-7' };
  const { challenge } = await call(getHumanCheck, {});
  const { auth } = await call(applyHumanCheck, { value: solve(challenge as Puzzle) });
  const { serviceId } = await call(sendCodeToMobile, { bizType: 'REGISTER', principal: member.account, auth });
  const code = await outbox.code(member.account);
  await call(verifyCode, { credentials: code, serviceId, loginParams: { endpoint: 'PC' } });
  const origin = { source: { pub: 'e2e', chl: 'web', tml: 'pc' }, encrypter: 'SHA256', loginParams } as const;
  await call(registerAccountCall, { ...origin, password: sha256(member.password), serviceId });
  // The next code can be requested at once.
  await outbox.service.moveClock(resend.afterCode);
  return member;
}

/** The same, with the agreement given at a first sign-in: the next sign-in needs no further step. */
export async function registerAndAgree(request: APIRequestContext, outbox: Outbox): Promise<Member> {
  const call = caller(request);
  const member = await registerAccount(request, outbox);
  await call(commitPassword, { principal: member.account, credentials: sha256(member.password), loginParams });
  await call(agree, { version: agreementVersion });
  await call(logOut, {});
  return member;
}

/** Makes calls as the page does; throws when one does not succeed. */
function caller(request: APIRequestContext) {
  const api = createApi({
    base: '/api',
    language: () => 'en-US',
    async send(url, { method, headers, body }) {
      const sent = { method: method!, headers: headers as Record<string, string>, data: body };
      const response = await request.fetch(url, sent);
      return { status: response.status(), json: () => response.json() };
    },
  });
  return async <C extends Call>(call: C, body: RequestInputOf<C>): Promise<DataOf<C>> => {
    const result = await api(call, body);
    if (result.is !== 'done') throw new Error(`${call.path} failed: ${JSON.stringify(result)}`);
    return (result as Done<C>).data;
  };
}

interface Puzzle {
  challenge: string;
  salt: string;
}

function solve(puzzle: Puzzle) {
  let number = 0;
  while (sha256(`${puzzle.salt}${number}`) !== puzzle.challenge) number++;
  return btoa(JSON.stringify({ ...puzzle, number }));
}
