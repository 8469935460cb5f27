import { atMost } from '../../results.ts';
import { hours, minutes } from '@foyer/contract/time';
import { sendCodeToMobile, verifyCode } from '@foyer/contract/flows/send-code';
import { resultCodes } from '@foyer/contract/result-codes';
import { createBrowser, loginParams } from '../browser.ts';
import { type People, newMobile, peopleOf } from '../people/people.ts';
import { sendAtOnce } from '../races/send-at-once.ts';
import type { Installation } from '../installation.ts';
import type { Numbers } from '../numbers.ts';
import type { Browser } from '../browser.ts';

/** Codes are sent to one number once a minute. */
const betweenCodes = minutes(1) + 1000;
const bars = { perCode: 5, perHour: 10, inARow: 100 };

/** Guesses codes: many at once at one code, and hour after hour at one mobile number from many networks. */
export async function measureGuesses(
  installation: Installation,
  { rounds, concurrency, guessHours }: Numbers,
  print: (line: string) => void,
) {
  const people = peopleOf(installation);
  const bursts: Awaited<ReturnType<typeof burst>>[] = [];
  for (let round = 0; round < Math.ceil(rounds / 10); round++)
    bursts.push(await burst(installation, people, concurrency));
  print(`${bursts.length} bursts of ${concurrency} guesses`);
  const perHour = await guessForHours(installation, people, guessHours);
  print(`${perHour.length} hours of guesses at one number`);

  const most = Math.max(...bursts.map(({ compared }) => compared));
  const late = bursts.filter(({ isRightOneAccepted }) => isRightOneAccepted).length;
  const mostInAnHour = Math.max(...perHour);
  const inAll = perHour.reduce((sum, count) => sum + count, 0);
  return {
    rows: [
      atMost(`guesses compared of ${concurrency} at once at one code`, bars.perCode, most),
      atMost('right codes accepted after such a burst', 0, late),
      atMost(
        'guesses compared in an hour at one number, with new codes from many networks',
        bars.perHour,
        mostInAnHour,
      ),
      atMost(`guesses compared in ${perHour.length} hours at one number`, bars.inARow, inAll),
    ],
    raw: { guesses: { bursts, perHour } },
  };
}

const verification = (serviceId: string, credentials: string) => ({
  credentials,
  serviceId,
  loginParams: { endpoint: loginParams.endpoint },
});
const otherThan = (code: string, n: number) => String((Number(code) + 1 + n) % 1_000_000).padStart(6, '0');

async function burst(installation: Installation, { sendCode, codeTo }: People, concurrency: number) {
  const browser = createBrowser(installation);
  const mobile = newMobile();
  const serviceId = await sendCode(browser, mobile);
  const code = await codeTo(mobile);
  const answers = await sendAtOnce(installation.origins, concurrency, (n) =>
    browser.callOnTheWire(verifyCode, verification(serviceId, otherThan(code, n))),
  );
  const { is } = await browser.call(verifyCode, verification(serviceId, code));
  const refused = answers.filter((answer) => answer.code === resultCodes.wrongCode).length;
  return { compared: await comparedOf(installation, mobile, refused), isRightOneAccepted: is === 'done' };
}

/**
 * How many guesses at the newest code were compared. The last one that is compared is answered like those after it, so that
 * the answers show one less than the service has counted.
 */
async function comparedOf({ sql }: Installation, mobile: string, answered: number) {
  const newest = `select failed_attempts from codes where recipient = '${mobile}' order by created_at desc limit 1`;
  const [counted] = await sql(newest);
  return Math.max(answered, Number(counted));
}

/** Sends codes as often as the service allows, each from another network, and guesses until it refuses to compare. */
async function guessForHours(
  installation: Installation,
  { passHumanCheck, codeTo, moveClocks }: People,
  count: number,
) {
  const mobile = newMobile();
  const perHour: number[] = [];
  for (let n = 0; n < count; n++) {
    let compared = 0;
    // More codes than an hour allows once, then as many as have a use: the limit of a day would end the guesses.
    const sends = n === 0 ? 6 : 2;
    for (let send = 0; send < sends; send++) {
      await moveClocks(betweenCodes);
      const browser = createBrowser(installation);
      const auth = await passHumanCheck(browser);
      const body = { bizType: 'REGISTER_LOGIN', principal: mobile, auth } as const;
      const sent = await browser.call(sendCodeToMobile, body);
      if (sent.is !== 'done') continue;
      const answered = await guess(browser, sent.data.serviceId, await codeTo(mobile));
      compared += await comparedOf(installation, mobile, answered);
    }
    perHour.push(compared);
    await moveClocks(hours(1) - sends * betweenCodes);
  }
  return perHour;
}

async function guess(browser: Browser, serviceId: string, code: string) {
  let compared = 0;
  for (let n = 0; n < 10; n++) {
    const answer = await browser.call(verifyCode, verification(serviceId, otherThan(code, n)));
    if (answer.is !== 'wrongCode') break;
    compared += 1;
  }
  return compared;
}
