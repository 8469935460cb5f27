import { proveByCode, proveByPassword } from '@foyer/contract/flows/account';
import { confirmAuthenticator, startAuthenticator } from '@foyer/contract/flows/authenticator';
import { confirmBackupCodes, createBackupCodes } from '@foyer/contract/flows/backup-codes';
import { bindMobileTo } from '@foyer/contract/flows/bind-mobile';
import { commitCode } from '@foyer/contract/flows/code-login';
import { changeContact, removeContact, sendContactCode } from '@foyer/contract/flows/contact-change';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { resetPassword } from '@foyer/contract/flows/retrieve-password';
import {
  startStepUp,
  switchSecondFactor,
  verifySecondFactor,
  verifyStoredFactor,
} from '@foyer/contract/flows/second-factor';
import { sendCodeToEmail, sendCodeToMobile } from '@foyer/contract/flows/send-code';
import { getCurrentAccount } from '@foyer/contract/flows/session';
import { setPassword } from '@foyer/contract/flows/set-password';
import { resultCodes } from '@foyer/contract/result-codes';
import type { Row } from '../../results.ts';
import { confirmedScan, unlinkedScan } from './confirmed-scan.ts';
import { type Browser, createBrowser, loginParams, password, sha256 } from '../browser.ts';
import { done } from '../../client.ts';
import { newEmail, newMobile, peopleOf } from './people.ts';
import { tokensLeft } from '../races/race-application.ts';
import { sendAtOnce } from '../races/send-at-once.ts';
import type { Installation } from '../installation.ts';
import type { Numbers } from '../numbers.ts';

const betweenCodes = 61_000;
const newPassword = 'Lantern~4471';
/** Whose account the thief attacks. */
type Victim = { mobile: string; email: string; ouid: string };
/** A browser that is signed in, or waits for a second factor. */
type Thief = { browser: Browser; preServiceId?: string | undefined; loginDoubleCheck?: boolean | undefined };
type Step = (victim: Victim) => Promise<unknown>;

/**
 * Thieves of one factor try to make two of it and to reach the contacts of the account, each step on another node; and guess
 * with a stolen session and in a stolen browser, from many addresses.
 */
export async function measureFactors(
  installation: Installation,
  { concurrency }: Numbers,
  print: (line: string) => void,
) {
  const people = peopleOf(installation);
  const scene = { installation, ...people };
  let calls = 0;
  /** Every browser of a thief is at another node than the one before. */
  const browserOf = () => createBrowser({ ...installation, origins: [installation.origins[(calls += 1) % 2]!] });

  /** A person with a number, an address and a password, none of which is new. */
  async function newVictim(): Promise<Victim> {
    const { browser, mobile, ouid, setPwdServiceId: serviceId } = await people.newPerson();
    const first = { serviceId, newPassword: sha256(password) };
    done(await browser.call(setPassword, first), 'The first password');
    const email = newEmail();
    await installation.sql(`update accounts set email = '${email}' where ouid = '${ouid}'`);
    return { mobile, email, ouid };
  }

  async function byPassword({ mobile }: Victim, of = password): Promise<Thief> {
    const browser = browserOf();
    const body = { principal: mobile, credentials: sha256(of), loginParams };
    return { browser, ...done(await browser.call(commitPassword, body), 'The password') };
  }

  async function byCode(principal: string, browser = browserOf()): Promise<Thief> {
    await people.moveClocks(betweenCodes);
    const serviceId = await people.verifiedCode(browser, principal);
    return { browser, ...done(await browser.call(commitCode, { principal, serviceId, loginParams }), 'The code') };
  }

  /** A code to the number, as second factor of a pending sign-in or of the session. */
  async function addSms({ mobile }: Victim, { browser, preServiceId }: Thief, trustBrowser = false) {
    await people.moveClocks(betweenCodes);
    const handle = preServiceId ?? (await stepUpIn(browser));
    if (!handle) return;
    const auth = await people.passHumanCheck(browser);
    const sent = await browser.call(sendCodeToMobile, { bizType: 'LOGIN_DOUBLE_CHECK', preServiceId: handle, auth });
    const credentials = await people.codeTo(mobile);
    await browser.call(verifySecondFactor, {
      serviceId: sent.is === 'done' ? sent.data.serviceId : '',
      credentials,
      trustBrowser,
    });
  }

  const stepUpIn = async (browser: Browser) => {
    const started = await browser.call(startStepUp, {});
    return started.is === 'done' ? started.data.preServiceId : undefined;
  };

  /** An app of the thief's own: the codes that it shows, if it could be added. */
  async function setUpApp({ browser }: Thief) {
    const started = await browser.call(startAuthenticator, {});
    if (started.is !== 'done') return undefined;
    const { setupId, secret } = started.data;
    await browser.call(confirmAuthenticator, { setupId, credentials: await totp() });
    return totp;

    async function totp() {
      return people.totp(secret);
    }
  }

  async function withApp({ browser, preServiceId }: Thief, totp: () => Promise<string>) {
    await people.moveClocks(betweenCodes);
    const handle = preServiceId ?? (await stepUpIn(browser));
    await browser.call(verifyStoredFactor, { factor: 'totp', preServiceId: handle ?? '', credentials: await totp() });
  }

  async function addApp(thief: Thief, signInAgain: () => Promise<Thief>) {
    const totp = await setUpApp(thief);
    if (totp) await withApp(await signInAgain(), totp);
  }

  async function addBackupCodes({ browser }: Thief) {
    const made = await browser.call(createBackupCodes, {});
    const { codes = [], setupId = '' } = made.is === 'done' ? made.data : {};
    await browser.call(confirmBackupCodes, { setupId });
    const preServiceId = (await stepUpIn(browser)) ?? '';
    await browser.call(verifyStoredFactor, { factor: 'backupCode', preServiceId, credentials: codes[0] ?? '' });
  }

  /** The thief's own number or address in place of the victim's. */
  async function replaceContact({ browser }: Thief, principal: string) {
    const auth = await people.passHumanCheck(browser);
    const sent = await browser.call(sendContactCode, { principal, auth });
    const serviceId = sent.is === 'done' ? sent.data.serviceId : '';
    await browser.call(changeContact, { serviceId, credentials: await people.codeTo(principal) });
  }

  async function takePassword(principal: string) {
    await people.moveClocks(betweenCodes);
    const browser = browserOf();
    const serviceId = await people.verifiedCode(browser, principal, 'RETRIEVE');
    done(await browser.call(resetPassword, { serviceId, newPassword: sha256(newPassword) }), 'The password');
  }

  async function linkOwnWechat({ mobile }: Victim, totp?: () => Promise<string>): Promise<Thief> {
    await people.moveClocks(betweenCodes);
    await installation.sql(`delete from identities where provider like 'wechat%'`);
    const { browser, userInfoContextId } = await unlinkedScan(scene, 'wechat', 'carol');
    const auth = await people.passHumanCheck(browser);
    const asked = { bizType: 'BIND_MOBILE', preServiceId: userInfoContextId, principal: mobile, auth } as const;
    const { serviceId } = done(await browser.call(sendCodeToMobile, asked), 'The code');
    const typed = { mobile, principal: mobile, agreed: true, serviceId, credentials: await people.codeTo(mobile) };
    const bind = { loginParams, userInfoContextId, data: { userInfoContextId }, ...typed };
    const bound = done(await browser.call(bindMobileTo.wechat, bind), 'The binding');
    if (totp) await withApp({ browser, ...bound }, totp);
    const later = await confirmedScan(scene, 'wechat', 'carol');
    const scanned = await later.poll();
    if (scanned.is !== 'done') throw new Error(`The scan was refused: ${scanned.text.slice(0, 300)}`);
    return { browser: later.browser, ...scanned.data };
  }

  const contactsOf = (thief: (victim: Victim) => Promise<Thief>): Step[] => [
    async (victim) => replaceContact(await thief(victim), newMobile()),
    async (victim) => replaceContact(await thief(victim), newEmail()),
    async (victim) => (await thief(victim)).browser.call(removeContact, { kind: 'mobile' }),
  ];
  /** A code to the address as another proof in the session. */
  async function proveMail({ email }: Victim, { browser }: Thief): Promise<Thief> {
    await people.moveClocks(betweenCodes);
    const { sessions } = done(await browser.call(getCurrentAccount, {}), 'The account');
    const preServiceId = sessions.find(({ current }) => current)!.id;
    const auth = await people.passHumanCheck(browser);
    const asked = { bizType: 'PROVE_AGAIN', preServiceId, auth } as const;
    const { serviceId } = done(await browser.call(sendCodeToEmail, asked), 'The code');
    const proof = { serviceId, credentials: await people.codeTo(email) };
    done(await browser.call(proveByCode, proof), 'The proof');
    return { browser };
  }

  /** The owner sets another contact with two proofs: the thief of one of them goes on with that one. */
  async function replaceByTwo(victim: Victim, kind: 'mobile' | 'email', principal: string) {
    const owner = await proveMail(victim, await byPassword(victim));
    await replaceContact(owner, principal);
    victim[kind] = principal;
  }

  const signInsBy = {
    'the password': byPassword,
    'the text messages': (victim: Victim) => byCode(victim.mobile),
    'the mailbox': (victim: Victim) => byCode(victim.email),
  };
  const addedBy = (signIn: (victim: Victim) => Promise<Thief>): Step[] => [
    async (victim) => addApp(await signIn(victim), () => signIn(victim)),
    async (victim) => addBackupCodes(await signIn(victim)),
    ...contactsOf(signIn),
  ];
  const paths: Record<keyof typeof signInsBy, Step[]> = {
    'the password': [
      ...addedBy(byPassword),
      async (victim) => {
        await replaceByTwo(victim, 'email', newEmail());
        await replaceContact(await byPassword(victim), newMobile());
      },
    ],
    'the text messages': [
      ...addedBy(signInsBy['the text messages']),
      async (victim) => addSms(victim, await byCode(victim.mobile)),
      async (victim) => {
        await takePassword(victim.mobile);
        await addSms(victim, await byPassword(victim, newPassword));
      },
      async (victim) => addSms(victim, await linkOwnWechat(victim)),
      async (victim) => {
        const totp = await setUpApp(await byCode(victim.mobile));
        await addSms(victim, await linkOwnWechat(victim, totp));
      },
    ],
    'the mailbox': [
      ...addedBy(signInsBy['the mailbox']),
      async (victim) => {
        await takePassword(victim.email);
        await replaceContact(await byPassword(victim, newPassword), newMobile());
      },
      async (victim) => {
        await replaceByTwo(victim, 'email', newEmail());
        await replaceContact(await byCode(victim.email), newMobile());
      },
    ],
  };

  const rows: Row[] = [];
  for (const [what, ways] of Object.entries(paths)) {
    let reached = 0;
    for (const way of ways) {
      const victim = await newVictim();
      await way(victim);
      if (await isReached(victim)) reached += 1;
    }
    print(`${ways.length} ways with ${what} alone`);
    const number = `ways of ${ways.length} with ${what} alone to two factors or to a contact`;
    rows.push({ number, bar: '0', result: `${reached}`, isMet: reached === 0 });
  }

  /** Sign-ins without a second factor that says more than the first, where the owner has switched it on. */
  const passes: ((victim: Victim) => Promise<Thief>)[] = [
    async (victim) => {
      await switchOn(victim);
      const trusted = await byCode(victim.mobile);
      await addSms(victim, trusted, true);
      return byCode(victim.mobile, trusted.browser);
    },
    async (victim) => {
      const { browser: before } = await byPassword(victim);
      const { codes, setupId = '' } = done(await before.call(createBackupCodes, {}), 'The backup codes');
      done(await before.call(confirmBackupCodes, { setupId }), 'Their confirmation');
      await switchOn(victim);
      const { browser, preServiceId = '' } = await byPassword(victim);
      await browser.call(verifyStoredFactor, { factor: 'backupCode', preServiceId, credentials: codes[0]! });
      return { browser };
    },
  ];
  let passed = 0;
  for (const pass of passes) {
    const { browser, loginDoubleCheck = false } = await pass(await newVictim());
    if (!loginDoubleCheck && (await browser.call(getCurrentAccount, {})).is === 'done') passed += 1;
  }
  print(`${passes.length} ways past a second factor`);
  const past = `ways of ${passes.length} with one factor alone past a second factor that is on`;
  rows.push({ number: past, bar: '0', result: `${passed}`, isMet: passed === 0 });

  /** What only they have would be asked for then, and keep the owner out. */
  let switchedOn = 0;
  for (const signIn of [signInsBy['the text messages'], signInsBy['the mailbox']]) {
    const victim = await newVictim();
    const thief = await signIn(victim);
    await thief.browser.call(switchSecondFactor, { on: true });
    await setUpApp(thief);
    const isOn = `ouid = '${victim.ouid}' and second_factor`;
    switchedOn += Number((await installation.sql(`select count(*) from accounts where ${isOn}`))[0]);
  }
  print('2 ways to switch the second factor on');
  const on = 'second factors of 2 that text messages, or a mailbox, alone switched on';
  rows.push({ number: on, bar: '0', result: `${switchedOn}`, isMet: switchedOn === 0 });

  const robbed = await newVictim();
  const { browser: owner } = await byPassword(robbed);
  const copy = browserOf();
  for (const [name, value] of owner.jar) copy.jar.set(name, value);
  const tokens = await tokensLeft(scene, owner, [(await byPassword(robbed)).browser, copy]);
  print('access of applications after "sign out other devices"');
  const left = 'refresh tokens of 2 that a thief has left after "sign out other devices"';
  rows.push({ number: left, bar: '0', result: `${tokens}`, isMet: tokens === 0 });

  function switchOn({ ouid }: Victim): Promise<unknown> {
    return installation.sql(`update accounts set second_factor = true where ouid = '${ouid}'`);
  }

  /** Whether a session of the person has two factors, or a contact is another one. */
  async function isReached({ ouid, mobile, email }: Victim): Promise<boolean> {
    const two = `(cardinality(factors) > 1 and factors && '{sms,totp,backupCode}') or 'passkey' = any(factors)`;
    const [sessions] = await installation.sql(`select count(*) from sessions where account = '${ouid}' and (${two})`);
    const same = `mobile = '${mobile}' and email = '${email}'`;
    const [kept] = await installation.sql(`select count(*) from accounts where ouid = '${ouid}' and ${same}`);
    return Number(sessions) > 0 || Number(kept) !== 1;
  }

  const guesses = [
    {
      where: 'in a stolen session',
      guess: ({ browser }: Thief, _victim: Victim, credentials: string, headers: Record<string, string>) =>
        browser.callOnTheWire(proveByPassword, { credentials }, headers),
      bar: 10,
    },
    {
      where: 'in a browser that the owner has used',
      guess: ({ browser }: Thief, { mobile }: Victim, credentials: string, headers: Record<string, string>) =>
        browser.callOnTheWire(commitPassword, { principal: mobile, credentials, loginParams }, headers),
      // Ten of its own, then those of an unknown browser before the human check.
      bar: 30,
    },
  ];
  for (const { where, guess, bar } of guesses) {
    const victim = await newVictim();
    const thief = await byPassword(victim);
    const answers = await sendAtOnce(installation.origins, concurrency, (n) =>
      guess(thief, victim, sha256(`guess ${n}`), { 'x-forwarded-for': `10.200.${n % 250}.${n >> 8}` }),
    );
    const compared = answers.filter(({ code }) => code === resultCodes.wrongCredentials).length;
    print(`${concurrency} guesses ${where}`);
    const number = `guesses of ${concurrency} compared ${where}, from many addresses`;
    rows.push({ number, bar: `≤ ${bar}`, result: `${compared}`, isMet: compared > 0 && compared <= bar });
  }
  return { rows, raw: { factors: rows } };
}
