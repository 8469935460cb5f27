import { confirmedScan } from './confirmed-scan.mjs';
import { createBrowser, loginParams, password, sha256 } from './browser.mjs';
import { done, newEmail, newMobile, peopleOf, totpAt } from './people.mjs';
import { tokensLeft } from './race-application.mjs';
import { sendAtOnce } from './send-at-once.mjs';

/** @import { Installation } from './installation.mjs' */
/** @import { Numbers } from './numbers.mjs' */

const betweenCodes = 61_000;
const newPassword = 'Lantern~4471';
/** The code of this result says that a password was compared. */
const wrongCredentials = 10000010;

/**
 * Thieves of one factor try to make two of it and to reach the contacts of the account, each step on another node; and guess
 * with a stolen session and in a stolen browser, from many addresses.
 * @param {Installation} installation @param {Numbers} numbers @param {(line: string) => void} print
 */
export async function measureFactors(installation, { concurrency }, print) {
  const people = peopleOf(installation);
  const scene = { installation, ...people };
  let calls = 0;
  /** Every browser of a thief is at another node than the one before. */
  const browserOf = () => createBrowser({ ...installation, origins: [installation.origins[(calls += 1) % 2]] });

  /** A person with a number, an address and a password, none of which is new. */
  async function newVictim() {
    const { browser, mobile, ouid, setPwdServiceId: serviceId } = await people.newPerson();
    const first = { serviceId, newPassword: sha256(password) };
    done(await browser.put('/v1/sender/setupPwd', first), 'The first password');
    const email = newEmail();
    await installation.sql(`update accounts set email = '${email}' where ouid = '${ouid}'`);
    return { mobile, email, ouid };
  }

  async function byPassword({ mobile }, of = password) {
    const browser = browserOf();
    const body = { principal: mobile, credentials: sha256(of), loginParams };
    return { browser, ...done(await browser.post('/login/commit/user', body), 'The password') };
  }

  async function byCode(principal, browser = browserOf()) {
    await people.moveClocks(betweenCodes);
    const serviceId = await people.verifiedCode(browser, principal);
    return { browser, ...done(await browser.post('/login/commit', { principal, serviceId, loginParams }), 'The code') };
  }

  /** A code to the number, as second factor of a pending sign-in or of the session. */
  async function addSms({ mobile }, { browser, preServiceId }, trustBrowser = false) {
    await people.moveClocks(betweenCodes);
    const handle = preServiceId ?? (await browser.post('/sender/startLoginDoubleCheck')).data?.preServiceId;
    if (!handle) return;
    const auth = await people.passHumanCheck(browser);
    const sent = await browser.post('/sender/mobile/v3', { bizType: 'LOGIN_DOUBLE_CHECK', preServiceId: handle, auth });
    const credentials = await people.codeTo(mobile);
    await browser.post('/sender/verifyLoginDoubleCheck', {
      serviceId: sent.data?.serviceId,
      credentials,
      trustBrowser,
    });
  }

  /** An app of the thief's own: the codes that it shows, if it could be added. */
  async function setUpApp({ browser }) {
    const { data } = await browser.post('/user/accounts/authenticator/start');
    if (!data?.secret) return undefined;
    await browser.post('/user/accounts/authenticator/confirm', { setupId: data.setupId, credentials: await totp() });
    return totp;

    async function totp() {
      const { now } = await people.sandbox('/clock');
      return totpAt(data.secret, Date.parse(now));
    }
  }

  async function withApp({ browser, preServiceId }, totp) {
    await people.moveClocks(betweenCodes);
    const handle = preServiceId ?? (await browser.post('/sender/startLoginDoubleCheck')).data?.preServiceId;
    const body = { preServiceId: handle, credentials: await totp() };
    await browser.post('/sender/verifyLoginDoubleCheck/totp', body);
  }

  async function addApp(thief, signInAgain) {
    const totp = await setUpApp(thief);
    if (totp) await withApp(await signInAgain(), totp);
  }

  async function addBackupCodes({ browser }) {
    const { data } = await browser.post('/user/accounts/backupCodes');
    await browser.post('/user/accounts/backupCodes/confirm', { setupId: data?.setupId });
    const { data: stepUp } = await browser.post('/sender/startLoginDoubleCheck');
    const body = { preServiceId: stepUp?.preServiceId, credentials: data?.codes?.[0] };
    await browser.post('/sender/verifyLoginDoubleCheck/backupCode', body);
  }

  /** The thief's own number or address in place of the victim's. */
  async function changeContact({ browser }, principal) {
    const auth = await people.passHumanCheck(browser);
    const { data } = await browser.post('/user/accounts/contacts/code', { principal, auth });
    const body = { serviceId: data?.serviceId, credentials: await people.codeTo(principal) };
    await browser.post('/user/accounts/contacts/change', body);
  }

  async function resetPassword(principal) {
    await people.moveClocks(betweenCodes);
    const browser = browserOf();
    const serviceId = await people.verifiedCode(browser, principal, 'RETRIEVE');
    done(await browser.put('/v1/accounts/password', { serviceId, newPassword: sha256(newPassword) }), 'The password');
  }

  async function linkOwnWechat({ mobile }, totp) {
    await people.moveClocks(betweenCodes);
    await installation.sql(`delete from identities where provider like 'wechat%'`);
    const { browser, poll } = await confirmedScan(scene, 'wechat', 'carol');
    const { userInfoContextId } = (await browser.get(poll)).data;
    const sent = { preServiceId: userInfoContextId };
    const serviceId = await people.sendCode(browser, mobile, 'BIND_MOBILE', sent);
    const typed = { mobile, principal: mobile, agreed: true, serviceId, credentials: await people.codeTo(mobile) };
    const bind = { loginParams, userInfoContextId, data: { userInfoContextId }, ...typed };
    const bound = done(await browser.post('/thirdparty/wechatOfficeAccount/login', bind), 'The binding');
    if (totp) await withApp({ browser, ...bound }, totp);
    const later = await confirmedScan(scene, 'wechat', 'carol');
    return { browser: later.browser, ...done(await later.browser.get(later.poll), 'The scan') };
  }

  const contactsOf = (thief) => [
    async (victim) => changeContact(await thief(victim), newMobile()),
    async (victim) => changeContact(await thief(victim), newEmail()),
    async (victim) => (await thief(victim)).browser.post('/user/accounts/contacts/mobile/remove'),
  ];
  /** A code to the address as another proof in the session. */
  async function proveMail({ email }, { browser }) {
    await people.moveClocks(betweenCodes);
    const { sessions } = done(await browser.get('/user/accounts/me'), 'The account');
    const preServiceId = sessions.find(({ current }) => current).id;
    const auth = await people.passHumanCheck(browser);
    const sent = await browser.post('/sender/email/v3', { bizType: 'PROVE_AGAIN', preServiceId, auth });
    const proof = { serviceId: sent.data?.serviceId, credentials: await people.codeTo(email) };
    done(await browser.post('/user/accounts/proof/code', proof), 'The proof');
    return { browser };
  }

  /** The owner sets another contact with two proofs: the thief of one of them goes on with that one. */
  async function replaceByTwo(victim, kind, principal) {
    const owner = await proveMail(victim, await byPassword(victim));
    await changeContact(owner, principal);
    victim[kind] = principal;
  }

  const signInsBy = {
    'the password': byPassword,
    'the text messages': (victim) => byCode(victim.mobile),
    'the mailbox': (victim) => byCode(victim.email),
  };
  const added = Object.values(signInsBy).map((signIn) => [
    async (victim) => addApp(await signIn(victim), () => signIn(victim)),
    async (victim) => addBackupCodes(await signIn(victim)),
    ...contactsOf(signIn),
  ]);
  const paths = {
    'the password': [
      ...added[0],
      async (victim) => {
        await replaceByTwo(victim, 'email', newEmail());
        await changeContact(await byPassword(victim), newMobile());
      },
    ],
    'the text messages': [
      ...added[1],
      async (victim) => addSms(victim, await byCode(victim.mobile)),
      async (victim) => {
        await resetPassword(victim.mobile);
        await addSms(victim, await byPassword(victim, newPassword));
      },
      async (victim) => addSms(victim, await linkOwnWechat(victim)),
      async (victim) => {
        const totp = await setUpApp(await byCode(victim.mobile));
        await addSms(victim, await linkOwnWechat(victim, totp));
      },
    ],
    'the mailbox': [
      ...added[2],
      async (victim) => {
        await resetPassword(victim.email);
        await changeContact(await byPassword(victim, newPassword), newMobile());
      },
      async (victim) => {
        await replaceByTwo(victim, 'email', newEmail());
        await changeContact(await byCode(victim.email), newMobile());
      },
    ],
  };

  const rows = [];
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
  const passes = [
    async (victim) => {
      await switchOn(victim);
      const trusted = await byCode(victim.mobile);
      await addSms(victim, trusted, true);
      return byCode(victim.mobile, trusted.browser);
    },
    async (victim) => {
      const { browser: before } = await byPassword(victim);
      const { codes, setupId } = done(await before.post('/user/accounts/backupCodes'), 'The backup codes');
      done(await before.post('/user/accounts/backupCodes/confirm', { setupId }), 'Their confirmation');
      await switchOn(victim);
      const { browser, preServiceId } = await byPassword(victim);
      await browser.post('/sender/verifyLoginDoubleCheck/backupCode', { preServiceId, credentials: codes[0] });
      return { browser };
    },
  ];
  let passed = 0;
  for (const pass of passes) {
    const { browser, loginDoubleCheck = false } = await pass(await newVictim());
    if (!loginDoubleCheck && (await browser.get('/user/accounts/me')).code === 0) passed += 1;
  }
  print(`${passes.length} ways past a second factor`);
  const past = `ways of ${passes.length} with one factor alone past a second factor that is on`;
  rows.push({ number: past, bar: '0', result: `${passed}`, isMet: passed === 0 });

  /** What only they have would be asked for then, and keep the owner out. */
  let switchedOn = 0;
  for (const signIn of [signInsBy['the text messages'], signInsBy['the mailbox']]) {
    const victim = await newVictim();
    const thief = await signIn(victim);
    await thief.browser.post('/user/accounts/secondFactor', { on: true });
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

  /** @returns {Promise<unknown>} */
  function switchOn({ ouid }) {
    return installation.sql(`update accounts set second_factor = true where ouid = '${ouid}'`);
  }

  /** Whether a session of the person has two factors, or a contact is another one. @returns {Promise<boolean>} */
  async function isReached({ ouid, mobile, email }) {
    const two = `(cardinality(factors) > 1 and factors && '{sms,totp,backupCode}') or 'passkey' = any(factors)`;
    const [sessions] = await installation.sql(`select count(*) from sessions where account = '${ouid}' and (${two})`);
    const same = `mobile = '${mobile}' and email = '${email}'`;
    const [kept] = await installation.sql(`select count(*) from accounts where ouid = '${ouid}' and ${same}`);
    return Number(sessions) > 0 || Number(kept) !== 1;
  }

  const guesses = [
    { where: 'in a stolen session', path: '/api/user/accounts/proof/password', more: () => ({}), bar: 10 },
    {
      where: 'in a browser that the owner has used',
      path: '/api/login/commit/user',
      more: ({ mobile }) => ({ principal: mobile, loginParams }),
      // Ten of its own, then those of an unknown browser before the human check.
      bar: 30,
    },
  ];
  for (const { where, path, more, bar } of guesses) {
    const victim = await newVictim();
    const { browser } = await byPassword(victim);
    const answers = await sendAtOnce(installation.origins, concurrency, (n) => {
      const body = { ...more(victim), credentials: sha256(`guess ${n}`) };
      return browser.onTheWire('POST', path, body, { 'x-forwarded-for': `10.200.${n % 250}.${n >> 8}` });
    });
    const compared = answers.filter(({ code }) => code === wrongCredentials).length;
    print(`${concurrency} guesses ${where}`);
    const number = `guesses of ${concurrency} compared ${where}, from many addresses`;
    rows.push({ number, bar: `≤ ${bar}`, result: `${compared}`, isMet: compared > 0 && compared <= bar });
  }
  return { rows, raw: { factors: rows } };
}
