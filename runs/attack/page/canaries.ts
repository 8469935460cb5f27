import { minutes } from '@foyer/contract/time';
import { confirmAuthenticator, startAuthenticator } from '@foyer/contract/flows/authenticator';
import { confirmBackupCodes, createBackupCodes } from '@foyer/contract/flows/backup-codes';
import { agree, getAgreement } from '@foyer/contract/flows/agreement';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { registerAccount } from '@foyer/contract/flows/register';
import { accessCodeHeader } from '@foyer/contract/flows/sso-headers';
import { checkAuthorisation } from '@foyer/contract/flows/sso-return';
import type { Scene } from '../people/people.ts';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createBrowser, loginParams, sha256 } from '../browser.ts';
import { signInForm, withPage } from '../../chromium.ts';
import { accessCodeOf } from '../people/company-sign-in.ts';
import { done } from '../../client.ts';
import { newMobile, peopleOf } from '../people/people.ts';
import type { Installation } from '../installation.ts';
import type { Numbers } from '../numbers.ts';

const longWait = minutes(2);
/** Accounts store how to reach a person, and codes and changes of contacts whom they are for. */
const mayNamePeople = new Set(['accounts', 'codes', 'contact_changes']);

/** Does what people do with values that occur nowhere else, and looks for these values wherever they must not be. */
export async function measureCanaries(installation: Installation, _numbers: Numbers, print: (line: string) => void) {
  const monitor = await watchRedis(installation.redisUrl);
  const people = peopleOf(installation);
  const { secrets, contacts, ouid } = await plant({ installation, ...people });
  const seen = await signInOnThePage(installation, people.moveClocks, {
    ...secrets,
    email: contacts['e-mail address'],
  });
  const all = { ...secrets, ...contacts };
  print(`${Object.keys(all).length} canaries: ${Object.keys(all).join(', ')}`);

  const places: Record<string, readonly [text: string, canaries: Record<string, string>]> = {
    logs: [await readLogs(installation, ouid), all],
    Redis: [monitor.stop(), all],
    'URLs of the page': [seen.urls, all],
    'events of the page': [seen.events, all],
    'storage of the page': [seen.storage, all],
    database: [await readTables(installation, () => true), secrets],
    'tables without contacts': [await readTables(installation, (table) => !mayNamePeople.has(table)), contacts],
  };
  const found: object[] = [];
  const rows = Object.entries(places).map(([place, [text, canaries]]) => {
    const here = Object.entries(canaries).filter(([, value]) => text.includes(value));
    found.push(...here.map(([canary]) => ({ place, canary })));
    // A place that holds nothing was not looked at.
    const result = text.length ? `${here.length}` : 'nothing to look at';
    const number = `canaries of ${Object.keys(canaries).length} in the ${place}`;
    return { number, bar: '0', result, isMet: text.length > 0 && here.length === 0 };
  });
  return {
    rows,
    raw: { canaries: { found, sizes: Object.entries(places).map(([place, [text]]) => [place, text.length]) } },
  };
}

/** Signs up and in by every method that has a secret. */
async function plant(scene: Scene) {
  const { installation, verifiedCode, codeTo, newPerson, moveClocks, totp } = scene;
  const browser = createBrowser(installation);
  const email = `canary-${Date.now()}@example.com`;
  const password = 'Canary-Quill-26';
  const wrong = 'Canary-Wrong-27';
  const registering = await verifiedCode(browser, email, 'REGISTER');
  const code = await codeTo(email);
  const source = { pub: 'attack', chl: 'attack', tml: 'attack' };
  const register = {
    source,
    encrypter: 'SHA256',
    password: sha256(password),
    serviceId: registering,
    loginParams,
  } as const;
  done(await browser.call(registerAccount, register), 'The registration');
  await browser.call(commitPassword, { principal: email, credentials: sha256(wrong), loginParams });
  await moveClocks(minutes(1));
  const signIn = { principal: email, credentials: sha256(password), loginParams };
  done(await browser.call(commitPassword, signIn), 'The password');
  const { version = '' } = done(await browser.call(getAgreement, {}), 'The agreement');
  done(await browser.call(agree, { version }), 'The agreement');
  await moveClocks(minutes(1));

  const mobile = newMobile().replace('151', '166');
  const person = await newPerson(createBrowser(installation), mobile);
  const { setupId, secret } = done(await person.browser.call(startAuthenticator, {}), 'The key');
  const confirm = { setupId, credentials: await totp(secret) };
  done(await person.browser.call(confirmAuthenticator, confirm), 'The code of the app');
  const { codes, setupId: savedId = '' } = done(await person.browser.call(createBackupCodes, {}), 'The backup codes');
  done(await person.browser.call(confirmBackupCodes, { setupId: savedId }), 'Their confirmation');

  const { browser: employee, accessCode } = await accessCodeOf(scene, 'acme-alice');
  done(
    await employee.call(checkAuthorisation, { endpoint: '' }, { [accessCodeHeader]: accessCode }),
    'The access code',
  );

  return {
    ouid: person.ouid,
    contacts: { mobile, 'e-mail address': email },
    secrets: {
      password,
      'hash of the password': sha256(password),
      'wrong password': wrong,
      'code, as a value': `"${code}"`,
      'handle of a code': registering,
      'handle of a first password': person.setPwdServiceId,
      'session token': person.browser.jar.get('foyer_session') ?? '',
      'browser ID': person.browser.jar.get('foyer_browser') ?? '',
      'key of the authenticator app': secret,
      'backup code': codes[0]!,
      'access code': accessCode,
    },
  };
}

/** Signs in on the page, with a wrong password first, and collects what leaves the page or stays in the browser. */
function signInOnThePage(
  { publicUrl }: Installation,
  moveClocks: Scene['moveClocks'],
  { password, 'wrong password': wrong, email }: { password: string; 'wrong password': string; email: string },
) {
  return withPage(publicUrl, async (page) => {
    const urls: string[] = [];
    const events: string[] = [];
    page.on('request', (request) => {
      urls.push(`${request.url()} ${request.headers()['referer'] ?? ''}`);
      if (request.url().includes('/v1/events')) events.push(request.postData() ?? '');
    });
    const { account, password: field, submit } = signInForm(page);
    await page.goto('/login/web?preLoginWay=user');
    for (const typed of [wrong, password]) {
      await account.fill(email);
      await field.fill(typed);
      const answered = page.waitForResponse('**/login/commit/user', { timeout: longWait });
      await submit.click();
      await (await answered).finished();
      // The right password leaves the page, whose last events cannot be read.
      if (typed === wrong) await eventsSent();
      // After a wrong password the next one waits.
      await moveClocks(minutes(1));
    }
    await page.waitForURL('**/home', { timeout: longWait });
    const storage = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href, history.state]),
    );
    await eventsSent();
    return { urls: urls.join('\n'), events: events.join('\n'), storage };

    /** The events that wait are sent when the page is left, or seems to be. */
    async function eventsSent() {
      const before = events.length;
      for (let attempt = 0; attempt < 300 && events.length === before; attempt++) {
        await page.evaluate(() => void dispatchEvent(new Event('pagehide')));
        await pause(100);
      }
    }
  });
}

/** Everything that is sent to Redis. */
async function watchRedis(url: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  let text = '';
  socket.on('data', (chunk) => (text += chunk));
  socket.write('MONITOR\r\n');
  while (!text.startsWith('+OK')) await pause(10);
  return {
    stop() {
      socket.destroy();
      return text.slice(5);
    },
  };
}

/** The logs of all nodes, once they tell of this account. */
async function readLogs({ logFiles }: Installation, ouid: string) {
  for (let attempt = 0; attempt < 300; attempt++) {
    const text = (await Promise.all(logFiles.map((file) => readFile(file, 'utf8')))).join('\n');
    if (text.includes(ouid)) return text;
    await pause(100);
  }
  throw new Error('The logs do not tell of the account');
}

async function readTables({ sql }: Installation, isWanted: (table: string) => boolean) {
  const tables = await sql("select table_name from information_schema.tables where table_schema = 'public'");
  const rows: string[] = [];
  for (const table of tables.filter(isWanted)) rows.push(...(await sql(`select row_to_json(t) from "${table}" t`)));
  return rows.join('\n');
}
