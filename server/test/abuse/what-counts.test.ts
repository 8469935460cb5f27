import { readFileSync } from 'node:fs';
import { resultCodes } from '@foyer/contract/result-codes';
import { hours } from '@foyer/contract/time';
import { createSoftwareAuthenticator } from '@foyer/sandbox/authenticator/software-authenticator';
import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../src/platform/sha256.ts';
import { signInWalks } from '../support/flows/sign-in-walks.ts';
import { testAppForFile } from '../support/test-app.ts';
import { noCodeLimits } from '../support/flows/test-binding.ts';
import { codeHelpers } from '../support/flows/test-codes.ts';
import { factorHelpers } from '../support/flows/test-factors.ts';
import { addClient, navigator, openidClient, tokensFor } from '../support/flows/test-oidc.ts';
import { passkeyHelpers } from '../support/flows/test-passkeys.ts';
import { newPhoneOwner, scanHelpers } from '../support/flows/test-scans.ts';

const services = await testAppForFile({
  sandbox: true,
  env: { ...noCodeLimits, OIDC: 'on', SCAN_POLLS_PER_MINUTE: '100000' },
});
const { lastMessageTo, passHumanCheck, sendByHandle, sendAndVerify, commit } = codeHelpers(services);
const { addAuthenticator, addBackupCodes, makeBackupCodes, submitFactor } = factorHelpers(services);
const { addPasskey, signInWithPasskey, storePasskey } = passkeyHelpers(services);
const { link } = scanHelpers(services);
const walks = signInWalks(services, 13450000000);
const { newPerson, byPassword, byCode, byScan, byOneClick, byCompany, addSms, withApp, setUpApp } = walks;
const { linkedByCode, boundToCompany, resetPassword } = walks;
await addClient(services, { id: 'contracts' });
const client = await openidClient(services, 'contracts');

type Browser = ReturnType<typeof services.browser>;
const done = { code: 0 };
const oneFactor = 'urn:foyer:one-factor';
const twoFactors = 'urn:foyer:two-factors';

/** What an application learns about the session of a browser. */
async function claimsOf(browser: Browser) {
  const claims = (await tokensFor(client, navigator(services, browser))).claims()!;
  return { acr: claims['acr'], amr: (claims['amr'] as string[]).join(' ') };
}

/** Each row of the table in docs/security.md, by its first column. */
const waysIn: Record<string, () => Promise<Browser>> = {
  Password: async () => (await byPassword(await newPerson())).browser,
  'Code by text message': async () => (await byCode((await newPerson()).mobile)).browser,
  'Code by e-mail': async () => (await byCode((await newPerson()).email)).browser,
  'Code by text message, then another to the same number': async () => {
    const person = await newPerson({ secondFactor: true });
    return addSms(person, await byCode(person.mobile));
  },
  'Password, then a code by text message': async () => {
    const person = await newPerson();
    return addSms(person, await byPassword(person));
  },
  'Password, then an authenticator app': async () => {
    const person = await newPerson();
    const code = await addAuthenticator(person.ouid);
    await services.stores.accounts.setSecondFactor(person.ouid, true);
    return withApp(await byPassword(person), code);
  },
  'Password, then a backup code': async () => {
    const person = await newPerson({ secondFactor: true });
    await addBackupCodes(person.ouid, ['abcde12345']);
    const { browser, preServiceId } = await byPassword(person);
    expect(await submitFactor(browser, 'backupCode', preServiceId, 'abcde12345')).toMatchObject(done);
    return browser;
  },
  'Password in a trusted browser': async () => {
    const person = await newPerson({ secondFactor: true });
    const { browser, preServiceId } = await byPassword(person);
    const { data } = await sendByHandle(browser, preServiceId, 'LOGIN_DOUBLE_CHECK');
    const proof = { serviceId: data['serviceId'], credentials: lastMessageTo(person.mobile)?.code, trustBrowser: true };
    expect(await browser.post('/sender/verifyLoginDoubleCheck', proof)).toMatchObject(done);
    return (await byPassword(person, browser)).browser;
  },
  Passkey: async () => {
    const { ouid } = await newPerson();
    const browser = services.browser();
    expect(await signInWithPasskey(browser, await storePasskey(ouid))).toMatchObject(done);
    return browser;
  },
  'Linked WeChat, DingTalk or Alipay': async () => {
    const { ouid, mobile } = await newPerson();
    const owner = newPhoneOwner(mobile);
    await link(ouid, owner, 'wechat');
    return (await byScan(owner)).browser;
  },
  'Linked WeChat, DingTalk or Alipay, then a code by text message': async () => {
    const person = await newPerson();
    const owner = newPhoneOwner(person.mobile);
    await link(person.ouid, owner, 'wechat');
    return addSms(person, await byScan(owner));
  },
  'Linked company': async () => {
    await boundToCompany(await newPerson());
    services.moveClock(hours(72));
    return (await byCompany()).browser;
  },
  'Linked WeCom': walks.byWecom,
  'Binding a number to WeChat, DingTalk or Alipay': async () => (await linkedByCode(await newPerson())).browser,
  'One click: the app vouches for the number': async () => (await byOneClick(await newPerson())).browser,
  'Binding a company to a number': async () => boundToCompany(await newPerson()),
};

describe('a session records what was proven [D-32] [D-48]', () => {
  const table = readFileSync(new URL('../../../docs/security.md', import.meta.url), 'utf8')
    .split('## What counts as which factor\n')[1]!
    .split('\n## ')[0]!;
  const rows = table.split('\n').flatMap((line) => {
    const [, way, , acr, amr] = line.split('|').map((cell) => cell.trim());
    return acr === 'one' || acr === 'two'
      ? [{ way: way!, acr: `urn:foyer:${acr}-factor${acr === 'two' ? 's' : ''}`, amr: amr! }]
      : [];
  });

  test('the table names every way in', () => {
    expect(rows.map(({ way }) => way)).toEqual(Object.keys(waysIn));
  });

  test.each(rows)('$way: $acr', async ({ way, acr, amr }) => {
    expect(await claimsOf(await waysIn[way]!())).toEqual({ acr, amr });
  });
});

/** What a thief of one factor adds, and the sign-in that then uses both. */
const additions: Record<string, () => Promise<() => Promise<Browser>>> = {
  'an authenticator app, after the password': async () => {
    const person = await newPerson({ mobile: null });
    const code = await setUpApp((await byPassword(person)).browser);
    return async () => withApp(await byPassword(person), code);
  },
  'backup codes, after the password': async () => {
    const person = await newPerson();
    const { browser } = await byPassword(person);
    const codes = await makeBackupCodes(browser);
    return async () => {
      const { browser: later } = await byPassword(person);
      const { data: stepUp } = await later.post('/sender/startLoginDoubleCheck', {});
      if (stepUp?.['secondFactors'] && (stepUp['secondFactors'] as string[]).includes('backupCode'))
        await submitFactor(later, 'backupCode', stepUp['preServiceId'], codes.pop()!);
      return later;
    };
  },
  'a passkey, after the password': async () => {
    const person = await newPerson();
    const authenticator = createSoftwareAuthenticator();
    expect(await addPasskey((await byPassword(person)).browser, authenticator)).toMatchObject(done);
    return async () => {
      const browser = services.browser();
      expect(await signInWithPasskey(browser, authenticator)).toMatchObject(done);
      return browser;
    };
  },
  'a new password, by a code to the number': async () => {
    const person = await newPerson();
    const password = await resetPassword(person.mobile);
    return async () => addSms(person, await byPassword(person, services.browser(), password));
  },
  'another app of the number, by a code to the number': async () => {
    const person = await newPerson();
    const { owner } = await linkedByCode(person);
    return async () => addSms(person, await byScan(owner));
  },
  'a company, by a code to the number': async () => {
    const person = await newPerson();
    await boundToCompany(person);
    return async () => addSms(person, await byCompany());
  },
};

describe.each(Object.entries(additions))('%s', (_, add) => {
  test('counts as the factor that added it for 72 hours, and not in that session [D-48]', async () => {
    const signIn = await add();
    expect(await claimsOf(await signIn())).toMatchObject({ acr: oneFactor });
    services.moveClock(hours(72));
    expect(await claimsOf(await signIn())).toMatchObject({ acr: twoFactors });
  });
});

test('the first password of a registration counts at once [D-48]', async () => {
  const [mobile, browser] = [walks.newMobile(), services.browser()];
  const { data } = await commit(browser, mobile, await sendAndVerify(browser, mobile), { agreed: true });
  const first = { serviceId: data['setPwdServiceId'], newPassword: sha256Hex('Lantern~4471') };
  expect(await browser.put('/v1/sender/setupPwd', first)).toMatchObject(done);
  const raised = await addSms({ mobile }, await byPassword({ email: mobile }, services.browser(), 'Lantern~4471'));
  expect(await claimsOf(raised)).toMatchObject({ acr: twoFactors });
});

test('a factor never raises the session in which it was added, also after 72 hours [D-48]', async () => {
  const person = await newPerson({ mobile: null });
  const { browser } = await byPassword(person);
  await setUpApp(browser);
  for (let waited = 0; waited < hours(80); waited += hours(10)) {
    services.moveClock(hours(10));
    expect(await browser.get('/user/accounts/me')).toMatchObject(done);
  }
  expect(await browser.post('/sender/startLoginDoubleCheck', {})).toMatchObject({ code: resultCodes.notFound });
  expect(await claimsOf(browser)).toMatchObject({ acr: oneFactor });
});

describe('with one factor alone [D-48]', () => {
  const changes = {
    contacts: {
      'the number is not changed': async (browser: Browser) =>
        browser.post('/user/accounts/contacts/code', {
          principal: walks.newMobile(),
          auth: await passHumanCheck(browser),
        }),
      'the number is not removed': (browser: Browser) => browser.post('/user/accounts/contacts/mobile/remove'),
      'the address is not removed': (browser: Browser) => browser.post('/user/accounts/contacts/email/remove'),
    },
    factors: {
      'no app is added': (browser: Browser) => browser.post('/user/accounts/authenticator/start'),
      'no passkey is added': (browser: Browser) => browser.post('/user/accounts/passkeys/options'),
      'no backup codes are made': (browser: Browser) => browser.post('/user/accounts/backupCodes'),
      'the second factor is not switched off': (browser: Browser) =>
        browser.post('/user/accounts/secondFactor', { on: false }),
    },
  };
  const withSecurityOn = async () => {
    const person = await newPerson();
    await services.stores.accounts.setSecondFactor(person.ouid, true);
    return person;
  };
  const trusted = async () => waysIn['Password in a trusted browser']!();
  const thieves: Record<string, { signIn(): Promise<Browser>; kind: keyof typeof changes; ways: string[] }> = {
    'a password': {
      signIn: async () => (await byPassword(await newPerson())).browser,
      kind: 'contacts',
      ways: ['sms', 'email'],
    },
    'text messages': {
      signIn: async () => (await byCode((await newPerson()).mobile)).browser,
      kind: 'contacts',
      ways: ['password', 'email'],
    },
    'the text messages, with sign-in security on': {
      signIn: async () => {
        const person = await withSecurityOn();
        return addSms(person, await byCode(person.mobile));
      },
      kind: 'contacts',
      ways: ['password', 'email'],
    },
    'the mailbox': {
      signIn: async () => (await byCode((await newPerson()).email)).browser,
      kind: 'contacts',
      ways: ['password', 'sms'],
    },
    'the mailbox, which has set a new password': {
      signIn: async () => {
        const { email } = await newPerson();
        await resetPassword(email);
        services.moveClock(hours(1));
        return (await byCode(email)).browser;
      },
      kind: 'contacts',
      ways: ['sms'],
    },
    'a password in a trusted browser, for contacts': { signIn: trusted, kind: 'contacts', ways: ['sms', 'email'] },
    'a password in a trusted browser': { signIn: trusted, kind: 'factors', ways: ['sms'] },
    'a linked app': {
      async signIn() {
        const { ouid, mobile } = await newPerson();
        const owner = newPhoneOwner(mobile);
        await link(ouid, owner, 'wechat');
        await addAuthenticator(ouid);
        return (await byScan(owner)).browser;
      },
      kind: 'factors',
      ways: ['totp', 'sms'],
    },
  };

  test.each(Object.entries(thieves))('%s', async (_, { signIn, kind, ways }) => {
    const browser = await signIn();
    for (const [what, change] of Object.entries(changes[kind]))
      expect(await change(browser), what).toMatchObject({ code: resultCodes.needsFreshProof, data: { ways } });
  });

  test('a second proof in the session opens the change', async () => {
    const person = await newPerson();
    const { browser } = await byPassword(person);
    const remove = () => browser.post('/user/accounts/contacts/email/remove');
    const { data } = await remove();
    const sent = await sendByHandle(browser, data['preServiceId'], 'PROVE_AGAIN');
    const credentials = lastMessageTo(person.mobile)?.code;
    const proof = { serviceId: sent.data['serviceId'], credentials };
    expect(await browser.post('/user/accounts/proof/code', proof)).toMatchObject(done);
    expect(await remove()).toMatchObject(done);
    expect(await claimsOf(browser)).toEqual({ acr: twoFactors, amr: 'pwd sms mfa' });
  });
});
