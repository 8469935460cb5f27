import { hours } from '@foyer/contract/time';
import { answerDeviceQuestion, enterUserCode } from '@foyer/contract/flows/oidc-provider';
import { resultCodes } from '@foyer/contract/result-codes';
import { done, readJson } from '../../client.ts';
import type { Browser } from '../browser.ts';
import { createBrowser } from '../browser.ts';
import type { Installation } from '../installation.ts';
import type { Numbers } from '../numbers.ts';
import { peopleOf } from '../people/people.ts';
import { sendAtOnce } from '../races/send-at-once.ts';

/** Wrong codes that one client IP may enter in an hour. */
const bar = 20;
const client = 'attack-device';
/** A device is no browser, and sends no origin. */
const form = { 'content-type': 'application/x-www-form-urlencoded', origin: '' };

/** The code that a device shows is guessed, allowed by two people at once, and fetched by strangers. */
export async function measureDevices(
  installation: Installation,
  { rounds, concurrency }: Numbers,
  print: (line: string) => void,
) {
  for (const id of [client, 'attack-other'])
    await installation.sql(
      'insert into oidc_clients (id, name, authentication, redirect_uris, post_logout_redirect_uris, first_party, ' +
        'require_pushed_requests, require_signed_requests, device, created_at) ' +
        `values ('${id}', 'Device', 'none', '{}', '{}', true, false, false, true, now()) on conflict do nothing`,
    );
  const { moveClocks, newPerson } = peopleOf(installation);
  const device = createBrowser(installation);
  const post = async (path: string, fields: Record<string, string>) =>
    (readJson((await device.send('POST', path, new URLSearchParams(fields).toString(), form)).text) ?? {}) as Record<
      string,
      string | undefined
    >;
  async function ask() {
    const asked = await post('/oidc/device', { client_id: client, scope: 'openid' });
    if (!asked['user_code']) throw new Error(`The device got no code: ${JSON.stringify(asked)}`);
    return asked;
  }
  const poll = (code: string | undefined, by = client) =>
    post('/oidc/token', {
      client_id: by,
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: String(code),
    });
  const connected = async () =>
    Number((await installation.sql("select count(*) from audit_events where type = 'deviceConnected'"))[0]);

  const guesses: { compared: number; isRightOneAccepted: boolean }[] = [];
  const bursts = Math.ceil(rounds / 10);
  for (let round = 0; round < bursts; round += 1) {
    const guesser = createBrowser(installation);
    const { user_code: right } = await ask();
    const answers = await sendAtOnce(installation.origins, concurrency, (n) =>
      guesser.callOnTheWire(enterUserCode, { userCode: wrongCode(round, n) }),
    );
    const compared = answers.filter(({ code }) => code === resultCodes.wrongCode).length;
    // Fewer than the limit at once: the rest of it.
    for (let n = compared; n <= bar; n += 1) await guesser.call(enterUserCode, { userCode: wrongCode(round, n) });
    const { is } = await guesser.call(enterUserCode, { userCode: String(right) });
    guesses.push({ compared, isRightOneAccepted: is === 'done' });
  }
  print(`${bursts} bursts of ${concurrency} guesses`);

  let right = 0;
  let fetched = 0;
  for (let round = 0; round < bursts; round += 1) {
    await moveClocks(hours(1));
    const asked = await ask();
    const people = [(await newPerson()).browser, (await newPerson()).browser];
    const ways: string[] = [];
    for (const browser of people) ways.push(await allow(browser, String(asked['user_code'])));
    // A stranger who has seen the short code, or the long one at another application, gets nothing.
    const strangers = [await poll(asked['user_code']), await poll(asked['device_code'], 'attack-other')];
    fetched += strangers.filter(({ access_token: token }) => token !== undefined).length;
    const before = await connected();
    const answers = await sendAtOnce(installation.origins, 2, (n) => people[n]!.onTheWire('GET', ways[n]!));
    const ends = answers.filter(({ location }) => location.endsWith('end=connected')).length;
    const gets = await poll(asked['device_code']);
    if (ends === 1 && (await connected()) - before === 1 && gets['access_token'] !== undefined) right += 1;
    fetched += (await poll(asked['device_code']))['access_token'] === undefined ? 0 : 1;
  }
  print(`${right} of ${bursts} devices connected once by two people at once`);

  const most = Math.max(...guesses.map(({ compared }) => compared));
  const late = guesses.filter(({ isRightOneAccepted }) => isRightOneAccepted).length;
  return {
    rows: [
      {
        number: `codes of devices compared of ${concurrency} guesses at once`,
        bar: `≤ ${bar}`,
        result: `${most}`,
        isMet: most <= bar,
      },
      { number: 'right codes of devices accepted after such a burst', bar: '0', result: `${late}`, isMet: late === 0 },
      {
        number: 'devices that one of two people at once has connected',
        bar: `${bursts}`,
        result: `${right}`,
        isMet: right === bursts,
      },
      { number: 'tokens of devices that strangers have fetched', bar: '0', result: `${fetched}`, isMet: fetched === 0 },
    ],
    raw: { devices: { guesses, right, fetched } },
  };
}

const letters = 'BCDFGHJKLMNPQRSTVWXZ';
/** Never the code of a device but by a chance of one in billions. */
const wrongCode = (round: number, n: number) =>
  `BBBB${[round % 20, Math.floor(n / 400) % 20, Math.floor(n / 20) % 20, n % 20].map((index) => letters[index]).join('')}`;

/** The person enters the code and allows the device; returns the way on, which decides. */
async function allow(browser: Browser, userCode: string): Promise<string> {
  const follow = async (to: string) => {
    const { location } = await browser.send('GET', to);
    const url = new URL(location, 'http://localhost');
    return `${url.pathname}${url.search}`;
  };
  const { url } = done(await browser.call(enterUserCode, { userCode }), 'The code of a device');
  const question = await follow(await follow(url));
  const uid = new URLSearchParams(question.split('?')[1]).get('interaction') ?? '';
  const answered = done(await browser.call(answerDeviceQuestion, { uid, allowed: true }), 'The answer to a device');
  return follow(String(answered.url));
}
