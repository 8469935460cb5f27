import { minutes } from '@foyer/contract/time';
import { undoContactChange } from '@foyer/contract/flows/contact-change';
import { resetPassword } from '@foyer/contract/flows/retrieve-password';
import { sendCodeToEmail, sendCodeToMobile, verifyCode } from '@foyer/contract/flows/send-code';
import { type Browser, createBrowser, loginParams, password, sha256 } from '../browser.ts';
import { done } from '../../client.ts';
import { type People, newEmail, peopleOf } from './people.ts';
import { type RawAnswer, sendAtOnce } from '../races/send-at-once.ts';
import { changeEmail, undoHandleSentTo } from '../races/race-account.ts';
import type { Installation } from '../installation.ts';
import type { Numbers } from '../numbers.ts';

const codesPerDay = 10;
const extraPerDay = 10;

/** What strangers try against the owner of an account: use up the codes of a day, and take a contact by the link of a notice. */
export async function measureOwner(
  installation: Installation,
  { concurrency }: Numbers,
  print: (line: string) => void,
) {
  const people = peopleOf(installation);
  const { isReset, messages } = await exhaustCodes(installation, people);
  print('the codes of a day, used up by strangers');
  const undo = await undoAtOnce(installation, people, concurrency);
  print(`${concurrency} undos at once by a link alone, and by a link with a code`);
  const exactly = (number: string, bar: string, result: number | boolean) => ({
    number,
    bar,
    result: `${result}`,
    isMet: `${result}` === bar,
  });
  return {
    rows: [
      exactly('the owner resets the password in a new browser after that', 'true', isReset),
      {
        number: 'messages to the number in that day',
        bar: `≤ ${codesPerDay + extraPerDay}`,
        result: `${messages}`,
        isMet: messages <= codesPerDay + extraPerDay,
      },
      exactly('accounts that a link alone took a contact from', '0', undo.byLink),
      exactly('undos that succeeded with a code to the contact', '1', undo.byCode),
      exactly('accounts erased by them', '0', undo.erased),
    ],
    raw: { owner: { messages, undo } },
  };
}

async function exhaustCodes(
  installation: Installation,
  { newPerson, passHumanCheck, messagesTo, codeTo, moveClocks }: People,
) {
  const { mobile } = await newPerson();
  const request = async (
    browser: Browser,
    purpose?: 'extraCode',
    bizType: 'REGISTER_LOGIN' | 'RETRIEVE' = 'REGISTER_LOGIN',
  ) => {
    await moveClocks(minutes(1));
    const auth = await passHumanCheck(browser, purpose);
    return browser.call(sendCodeToMobile, { bizType, principal: mobile, auth });
  };
  const before = (await messagesTo(mobile)).length;
  for (let n = 0; n < codesPerDay; n++) {
    if (n === codesPerDay / 2) await moveClocks(minutes(60));
    await request(createBrowser(installation));
  }
  const mine = createBrowser(installation);
  const refused = await request(mine, undefined, 'RETRIEVE');
  const sent = await request(mine, 'extraCode', 'RETRIEVE');
  const serviceId = sent.is === 'done' ? sent.data.serviceId : '';
  const verify = { credentials: await codeTo(mobile), serviceId, loginParams: { endpoint: loginParams.endpoint } };
  await mine.call(verifyCode, verify);
  const reset = await mine.call(resetPassword, {
    serviceId,
    newPassword: sha256(`${password}-new`),
    encrypter: 'SHA256',
  });
  for (let n = 0; n < 2 * extraPerDay; n++) await request(createBrowser(installation), 'extraCode');
  const messages = (await messagesTo(mobile)).filter(({ code }) => code).length - before;
  return { isReset: refused.is !== 'done' && reset.is === 'done', messages };
}

async function undoAtOnce(installation: Installation, people: People, concurrency: number) {
  const { origins, sql } = installation;
  const { newPerson, passHumanCheck, codeTo, moveClocks } = people;
  const first = newEmail();
  const { browser } = await newPerson();
  for (const email of [first, newEmail()]) await changeEmail({ ...people, installation }, browser, email);
  const undoHandle = await undoHandleSentTo(people, first);
  await moveClocks(minutes(1));
  const other = await newPerson(createBrowser(installation), first);

  const mine = createBrowser(installation);
  const succeeded = (answers: readonly RawAnswer[]) => answers.filter(({ code }) => code === 0).length;
  const byLink = succeeded(
    await sendAtOnce(origins, concurrency, () => mine.callOnTheWire(undoContactChange, { undoHandle })),
  );
  await moveClocks(minutes(1));
  const auth = await passHumanCheck(mine);
  const asked = { bizType: 'UNDO_CONTACT', preServiceId: undoHandle, auth } as const;
  const { serviceId } = done(await mine.call(sendCodeToEmail, asked), 'The code of the undo');
  const body = { undoHandle, serviceId, credentials: await codeTo(first) };
  const byCode = succeeded(await sendAtOnce(origins, concurrency, () => mine.callOnTheWire(undoContactChange, body)));
  const [closing] = await sql(`select count(*) from accounts where ouid = '${other.ouid}' and closes_at is not null`);
  return { byLink, byCode, erased: 1 - Number(closing) };
}
