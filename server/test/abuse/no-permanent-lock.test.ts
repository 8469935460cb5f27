import { resultCodes } from '@foyer/contract/result-codes';
import { days, hours, minutes, seconds } from '@foyer/contract/time';
import { expect, test } from 'vitest';
import { codeTestSettings, codeHelpers } from '../support/flows/test-codes.ts';
import { testCli } from '../support/test-cli.ts';
import { databaseOf, testAppForFile } from '../support/test-app.ts';

/** Every count that can refuse a person is used up here. None of them may refuse for longer than three days. */
const env = {
  ...codeTestSettings,
  CODES_PER_BROWSER: '7',
  CODES_PER_ADDRESS: '8',
  CODES_PER_NETWORK: '9',
  CODES_PER_MINUTE: '10',
  WRONG_PASSWORDS_PER_ADDRESS: '6',
};
const services = await testAppForFile({ env });
const { stores } = services;
const password = 'Foyer-2026';

let numbers = 13200000000;
const newMobile = () => String((numbers += 1));
let networks = 0;
/** Each stranger has a network of their own. */
const stranger = (host = 1) => {
  networks += 1;
  return services.browser({ clientIp: `100.${64 + Math.floor(networks / 250)}.${networks % 250}.${host}` });
};
const { send, verify, lastMessageTo } = codeHelpers(services);
const other = (code = '') => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function guess(mobile: string, count: number) {
  const browser = stranger();
  const { data } = await send(browser, mobile);
  const { code } = lastMessageTo(mobile)!;
  for (let i = 0; i < count; i++) await verify(browser, data['serviceId'], other(code));
}

/** What uses a limit up, and the same call before and after it. */
const limits: Record<string, () => Promise<{ useUp(): Promise<unknown>; probe(): Promise<{ code: number }> }>> = {
  'wrong passwords for one account from one client IP': async () => {
    const [mobile, browser] = [newMobile(), services.browser()];
    await services.addAccount({ mobile, password });
    return {
      async useUp() {
        for (let i = 0; i < 5; i++) {
          await browser.signIn(mobile, 'wrong-1234');
          services.moveClock(seconds(5));
        }
      },
      probe: () => browser.signIn(mobile, password),
    };
  },
  'wrong passwords for both names of one account from one client IP': async () => {
    const [mobile, email, clientIp] = [newMobile(), `${newMobile()}@example.com`, '100.127.1.1'];
    await services.addAccount({ mobile, email, password });
    return {
      async useUp() {
        for (let i = 0; i < 5; i++) {
          await services.browser({ clientIp }).signIn(i % 2 ? mobile : email, 'wrong-1234');
          services.moveClock(seconds(5));
        }
      },
      probe: () => services.browser({ clientIp }).signIn(mobile, password),
    };
  },
  'wrong passwords for one account from many client IPs': async () => {
    const mobile = newMobile();
    await services.addAccount({ mobile, password });
    return {
      async useUp() {
        for (let i = 0; i < 20; i++) await stranger().signIn(mobile, 'wrong-1234');
      },
      probe: () => stranger().signIn(mobile, password),
    };
  },
  'wrong passwords from one client IP': async () => {
    const [mobile, browser] = [newMobile(), services.browser()];
    await services.addAccount({ mobile, password });
    return {
      async useUp() {
        for (let i = 0; i < 6; i++) await browser.signIn(newMobile(), 'wrong-1234');
      },
      probe: () => browser.signIn(mobile, password),
    };
  },
  'attempts at the ID suffix': async () => {
    const [mobile, browser] = [newMobile(), services.browser()];
    await services.addAccount({ mobile, password, name: 'Erin', idNumber: '11010119900307123X' });
    const give = async (idSuffix: string) => {
      const { data } = await browser.signIn(mobile, password);
      return browser.post('/v1/accounts/identityCheck', { serviceId: data['serviceId'], idSuffix });
    };
    return {
      async useUp() {
        for (let i = 0; i < 5; i++) await give('0000');
      },
      probe: () => give('123X'),
    };
  },
  'wrong codes of one recipient within an hour': async () => {
    const mobile = newMobile();
    return {
      async useUp() {
        for (let i = 0; i < 2; i++) {
          await guess(mobile, 5);
          services.moveClock(minutes(1));
        }
      },
      async probe() {
        const browser = stranger();
        const { data } = await send(browser, mobile);
        return verify(browser, data['serviceId'], lastMessageTo(mobile)!.code);
      },
    };
  },
  'wrong codes of one recipient in a row': async () => {
    const mobile = newMobile();
    return {
      async useUp() {
        // Within the daily limit of codes: ten codes a day, five attempts each.
        for (let day = 0; day < 2; day++) {
          for (let i = 0; i < 10; i++) {
            await guess(mobile, 5);
            services.moveClock(hours(1));
          }
          services.moveClock(hours(14));
        }
      },
      probe: () => send(stranger(), mobile),
    };
  },
  'codes to one recipient within a minute': async () => {
    const mobile = newMobile();
    return { useUp: () => send(stranger(), mobile), probe: () => send(stranger(), mobile) };
  },
  'codes to one recipient within a day': async () => {
    const mobile = newMobile();
    return {
      async useUp() {
        for (let i = 0; i < 10; i++) {
          await send(stranger(), mobile);
          services.moveClock(minutes(15));
        }
      },
      probe: () => send(stranger(), mobile),
    };
  },
  'codes to a known browser': async () => {
    const [mobile, mine] = [newMobile(), stranger()];
    await services.addAccount({ mobile, password });
    await mine.signIn(mobile, password);
    return {
      async useUp() {
        for (let i = 0; i < 10; i++) {
          await send(mine, mobile);
          services.moveClock(minutes(15));
        }
      },
      probe: () => send(mine, mobile),
    };
  },
  'codes from one browser': async () => {
    const browser = stranger();
    return { useUp: () => sendMany(7, () => browser), probe: () => send(browser, newMobile()) };
  },
  'codes from one client IP': async () => {
    const from = () => services.browser({ clientIp: '100.126.1.1' });
    return { useUp: () => sendMany(8, from), probe: () => send(from(), newMobile()) };
  },
  'codes from one network': async () => {
    let host = 0;
    const from = () => services.browser({ clientIp: `100.126.2.${(host += 1)}` });
    return { useUp: () => sendMany(9, from), probe: () => send(from(), newMobile()) };
  },
  'codes over all': async () => ({
    useUp: () => sendMany(10, () => stranger()),
    probe: () => send(stranger(), newMobile()),
  }),
};

async function sendMany(count: number, from: () => ReturnType<typeof services.browser>) {
  services.moveClock(minutes(1));
  for (let i = 0; i < count; i++) expect(await send(from(), newMobile())).toMatchObject({ code: 0 });
}

test.each(Object.keys(limits))('no lock is for good: %s [D-35] [AC-23]', async (name) => {
  const { useUp, probe } = await limits[name]!();
  await useUp();
  expect((await probe()).code).not.toBe(0);
  services.moveClock(days(3));
  expect(await probe()).toMatchObject({ code: 0 });
});

test('an operator clears the limits of a mobile number [D-35]', async () => {
  const [mobile, clear] = [newMobile(), testCli(databaseOf(services))];
  for (let i = 0; i < 5; i++) {
    await send(stranger(), mobile);
    services.moveClock(minutes(1));
  }
  expect(await send(stranger(), mobile)).toMatchObject({ code: resultCodes.codeLimitReached });
  const ouid = await services.addAccount({ mobile });
  for (let i = 0; i < 5; i++) await stores.idSuffixAttempts.count(ouid);
  expect(await stores.idSuffixAttempts.blockedFor(ouid)).toBeGreaterThan(0);
  await stores.passwordAttempts.count({ principal: mobile, account: ouid, clientIp: '198.51.100.7' });
  expect(await stores.passwordAttempts.failures(mobile)).toBe(1);

  const spaced = mobile.replace(/(...)(....)/, '$1 $2 ');
  const { code, stdout } = await clear('limits', 'clear', spaced);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringContaining(`Cleared the limits of 132****${mobile.slice(-4)}.`),
  });
  expect(await clear('limits', 'clear', 'unknown')).toMatchObject({
    code: 1,
    stderr: 'unknown: give a mobile number or an e-mail address',
  });

  expect(await send(stranger(), mobile)).toMatchObject({ code: 0 });
  expect(await stores.idSuffixAttempts.blockedFor(ouid)).toBeUndefined();
  expect(await stores.passwordAttempts.failures(mobile)).toBe(0);
});
