import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createBrowser } from './browser.mjs';

const source = { pub: 'foyer', chl: 'web', tml: 'pc' };
export const password = 'Plum-Harbour-27';
/** A person who gets no answer presses the button again, for minutes. */
const maxAttempts = 300;
const pauseBetweenAttempts = 300;
const maxHumanChecks = 10;
/** needsHumanCheck, humanCheckFailed, humanCheckExpired */
const humanCheckRefusals = new Set([10000051, 10000052, 10000053]);
let people = 0;

/** @typedef {{ mobile: string, ouid?: string, gaveUpAt?: string, code?: number, repeated: number }} Outcome */

/** A person with a mobile number, an address and a browser of their own. */
export function newPerson(installation) {
  people += 1;
  const address = `10.${(people >> 16) & 255}.${(people >> 8) & 255}.${people & 255}`;
  return {
    mobile: `${13_000_000_000 + people}`,
    email: `person${people}@example.com`,
    loginParams: { endpoint: 'PC', env: { fingerprint: `browser ${people}` } },
    send: createBrowser(installation, address),
  };
}

/** Requests a code to register with, by text message or mail. As the page does, it repeats a human check whose outcome was lost. */
export async function requestCode({ mobile, email }, ask, channel = 'mobile') {
  for (let attempt = 0; ; attempt++) {
    const challenge = await ask('/sender/robotAuth/challenge');
    if (challenge.code !== 0) return challenge;
    const applied = await ask('/sender/robotAuth/apply', { value: solve(challenge.data.challenge) });
    const auth = applied.data?.auth;
    const principal = channel === 'mobile' ? mobile : email;
    const sent = await ask(`/sender/${channel}/v3`, { bizType: 'REGISTER', principal, auth });
    if (!humanCheckRefusals.has(sent.code) || attempt === maxHumanChecks) return sent;
  }
}

export const verify = ({ send, loginParams }, serviceId, credentials) =>
  send('/sender/verify', { credentials, serviceId, loginParams });

/**
 * Registers a new person, who repeats every request that gets no answer, or an answer that the service cannot help at
 * present. A code whose answer was lost cannot be used, and a second one is not sent within a minute: that person gives up
 * at `sendCode`. From then on, every repeated request must succeed.
 * @param {import('./installation.mjs').Installation} installation
 * @param {(answer: import('./browser.mjs').Answer) => void} count gets every answer
 * @param {{ attempts?: number }} [options] how often a request is repeated
 * @returns {Promise<Outcome>}
 */
export async function register(installation, count, { attempts = maxAttempts } = {}) {
  const person = newPerson(installation);
  const { mobile, send } = person;
  let repeated = 0;
  const ask = async (path, body) => {
    for (let attempt = 0; ; attempt++) {
      const answer = await send(path, body);
      count(answer);
      if (!mayRepeat(answer) || attempt === attempts) return answer;
      repeated += 1;
      await pause(pauseBetweenAttempts);
    }
  };
  const gaveUp = (step, { code, failure }) => ({ mobile, gaveUpAt: step, code, failure, repeated });

  const sent = await requestCode(person, ask);
  if (sent.code !== 0) return gaveUp('sendCode', sent);
  const { serviceId } = sent.data;
  const verified = await verify({ ...person, send: ask }, serviceId, installation.sms.codeTo(mobile));
  if (verified.code !== 0) return gaveUp('verifyCode', verified);
  const registered = await ask('/sender/register', registration(person, serviceId));
  return registered.code === 0 ? { mobile, ouid: registered.data.ouid, repeated } : gaveUp('register', registered);
}

/** A new person who has verified a code. Returns a function that sends the last call of the registration. */
export async function prepareRegistration(installation) {
  const person = newPerson(installation);
  const { data } = await requestCode(person, person.send);
  await verify(person, data.serviceId, installation.sms.codeTo(person.mobile));
  return () => person.send('/sender/register', registration(person, data.serviceId));
}

const registration = ({ loginParams }, serviceId) => ({
  source,
  encrypter: 'SHA256',
  password: createHash('sha256').update(password).digest('hex'),
  serviceId,
  loginParams,
});

/** No answer, or one that says to try again later. */
const mayRepeat = ({ failure, status }) => failure !== undefined || status >= 500;

function solve({ challenge, salt, maxnumber, ...rest }) {
  for (let number = 0; number <= maxnumber; number++)
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') === challenge)
      return Buffer.from(JSON.stringify({ challenge, salt, maxnumber, ...rest, number })).toString('base64');
  throw new Error('The puzzle has no solution');
}
