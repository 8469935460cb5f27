import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { applyHumanCheck, getHumanCheck } from '@foyer/contract/flows/human-check';
import { registerAccount } from '@foyer/contract/flows/register';
import { sendCodeToEmail, sendCodeToMobile, verifyCode } from '@foyer/contract/flows/send-code';
import { solve } from '../human-check.ts';
import { type Ask, type Told, createBrowser } from './browser.ts';
import type { Installation } from './installation.ts';

const source = { pub: 'foyer', chl: 'web', tml: 'pc' };
export const password = 'Plum-Harbour-27';
/** A person who gets no answer presses the button again, for minutes. */
const maxAttempts = 300;
const pauseBetweenAttempts = 300;
const maxHumanChecks = 10;
const humanCheckRefusals: readonly string[] = ['needsHumanCheck', 'humanCheckFailed', 'humanCheckExpired'];
let people = 0;

export type Outcome = {
  mobile: string;
  ouid?: string;
  gaveUpAt?: string;
  code?: number | undefined;
  failure?: string | undefined;
  repeated: number;
};
export type Person = ReturnType<typeof newPerson>;
export type Channel = 'mobile' | 'email';

/** A person with a mobile number, an address and a browser of their own. */
export function newPerson(installation: Installation) {
  people += 1;
  const address = `10.${(people >> 16) & 255}.${(people >> 8) & 255}.${people & 255}`;
  return {
    mobile: `${13_000_000_000 + people}`,
    email: `person${people}@example.com`,
    loginParams: { endpoint: 'PC', env: { fingerprint: `browser ${people}` } } as const,
    ask: createBrowser(installation, address),
  };
}

/** Requests a code to register with, by text message or mail. As the page does, it repeats a human check whose outcome was lost. */
export async function requestCode({ mobile, email, ask }: Person, channel: Channel = 'mobile') {
  for (let attempt = 0; ; attempt++) {
    const challenge = await ask(getHumanCheck, {});
    if (challenge.is !== 'done') return { ...challenge, serviceId: undefined };
    const applied = await ask(applyHumanCheck, { value: solve(challenge.data.challenge) });
    const auth = applied.is === 'done' ? applied.data.auth : undefined;
    const sent =
      channel === 'mobile'
        ? await ask(sendCodeToMobile, { bizType: 'REGISTER', principal: mobile, auth })
        : await ask(sendCodeToEmail, { bizType: 'REGISTER', principal: email, auth });
    if (!humanCheckRefusals.includes(sent.is) || attempt === maxHumanChecks)
      return { ...sent, serviceId: sent.is === 'done' ? sent.data.serviceId : undefined };
  }
}

export const verify = ({ ask, loginParams: { endpoint } }: Person, serviceId = '', credentials = '') =>
  ask(verifyCode, { credentials, serviceId, loginParams: { endpoint } });

/**
 * Registers a new person, who repeats every request that gets no answer, or an answer that the service cannot help at
 * present. A code whose answer was lost cannot be used, and a second one is not sent within a minute: that person gives up
 * at `sendCode`. From then on, every repeated request must succeed. `count` gets every answer, and `attempts` says how often
 * a request is repeated.
 */
export async function register(
  installation: Installation,
  count: (answer: Told) => void,
  { attempts = maxAttempts }: { attempts?: number } = {},
): Promise<Outcome> {
  let repeated = 0;
  const once = newPerson(installation);
  const { mobile } = once;
  const ask: Ask = async (call, request) => {
    for (let attempt = 0; ; attempt++) {
      const answer = await once.ask(call, request);
      count(answer);
      if (!mayRepeat(answer) || attempt === attempts) return answer;
      repeated += 1;
      await pause(pauseBetweenAttempts);
    }
  };
  const person = { ...once, ask };
  const gaveUp = (step: string, { code, failure }: Told): Outcome => ({
    mobile,
    gaveUpAt: step,
    code,
    failure,
    repeated,
  });

  const sent = await requestCode(person);
  if (sent.is !== 'done') return gaveUp('sendCode', sent);
  const verified = await verify(person, sent.serviceId, installation.sms.codeTo(mobile));
  if (verified.is !== 'done') return gaveUp('verifyCode', verified);
  const registered = await ask(registerAccount, registration(person, sent.serviceId));
  return registered.is === 'done'
    ? { mobile, ouid: ouidIn(registered.data), repeated }
    : gaveUp('register', registered);
}

/** A new person who has verified a code. Returns a function that sends the last call of the registration. */
export async function prepareRegistration(installation: Installation) {
  const person = newPerson(installation);
  const { serviceId } = await requestCode(person);
  await verify(person, serviceId, installation.sms.codeTo(person.mobile));
  return () => person.ask(registerAccount, registration(person, serviceId));
}

const registration = ({ loginParams }: Person, serviceId = '') =>
  ({
    source,
    encrypter: 'SHA256',
    password: createHash('sha256').update(password).digest('hex'),
    serviceId,
    loginParams,
  }) as const;

/** The page does not read it. */
const ouidIn = (data: unknown) =>
  typeof data === 'object' && data !== null && 'ouid' in data ? String(data.ouid) : '';

/** No answer, or one that says to try again later. */
const mayRepeat = ({ failure, status = 0 }: Told) => failure !== undefined || status >= 500;
