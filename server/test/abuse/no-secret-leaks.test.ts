import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { codeTestSettings, codeHelpers } from '../support/flows/test-codes.ts';
import { testAppForFile } from '../support/test-app.ts';
import { sha256Hex } from '../../src/platform/sha256.ts';
import * as schema from '../../src/store/schema/schema.ts';

const services = await testAppForFile({ env: codeTestSettings });
const { send, verify, commit, lastMessageTo, sendAndVerify, sendByHandle, loginParams } = codeHelpers(services);

const looks = 'canary-fingerprint-2026';
const params = { ...loginParams, env: { fingerprint: looks } };
/** Accounts store mobile and e-mail; codes store their recipient until they are deleted. */
const mayName = new Set(['accounts', 'codes']);
const source = { pub: 'yunzhang', chl: 'web', tml: 'PC' };

test('stores no password, code, handle, token or fingerprint in clear text [AC-50]', async () => {
  const [mobile, mail, careful] = ['13911113333', 'canary-9c1@example.com', '13911114444'];
  const password = 'Canary-Quill-26';
  const browser = services.browser();
  const secrets: unknown[] = [
    password,
    sha256Hex(password),
    'Canary-wrong',
    sha256Hex('Canary-wrong'),
    looks,
    sha256Hex(looks),
  ];

  const { data: sent } = await send(browser, mobile);
  const code = lastMessageTo(mobile)!.code;
  await verify(browser, sent['serviceId'], code);
  const joined = await commit(browser, mobile, String(sent['serviceId']), { agreed: true, loginParams: params });
  secrets.push(code, sent['serviceId'], joined.data['setPwdServiceId'], browser.jar.get('foyer_session'));

  const registering = await sendAndVerify(browser, mail, 'REGISTER');
  const registered = { source, encrypter: 'SHA256', password: sha256Hex(password), serviceId: registering };
  await browser.post('/sender/register', { ...registered, loginParams: params }, { event: 'acc_register' });
  await browser.signIn(mail, 'Canary-wrong', { loginParams: params });
  await browser.signIn(mail, password, { loginParams: params });
  secrets.push(
    registering,
    lastMessageTo(mail)!.code,
    browser.jar.get('foyer_session'),
    browser.jar.get('foyer_browser'),
  );

  await services.addAccount({ mobile: careful, password, secondFactor: true });
  const { data: held } = await browser.signIn(careful, password, { loginParams: params });
  const { data: asked } = await sendByHandle(browser, held['preServiceId'], 'LOGIN_DOUBLE_CHECK');
  const second = { credentials: lastMessageTo(careful)!.code, serviceId: asked['serviceId'], trustBrowser: true };
  await browser.post('/sender/verifyLoginDoubleCheck', { ...second, preServiceId: held['preServiceId'] });
  secrets.push(held['preServiceId'], asked['serviceId'], second.credentials, browser.jar.get('foyer_trust'));

  const { data: shown } = await browser.get(`/login/oauth/request/ALIPAY_MINI?fingerprint=${looks}`);
  secrets.push(shown['loginId']);
  await browser.get(`/sender/robotAuth/challenge?fingerprint=${looks}`);

  expect(secrets.filter((secret) => typeof secret !== 'string' || secret.length < 6)).toEqual([]);
  const tables = await everyTable();
  for (const [name, text] of tables) {
    for (const secret of secrets) expect(text, `${name}: ${String(secret)}`).not.toContain(String(secret));
    if (mayName.has(name)) continue;
    for (const who of [mobile, mail, careful]) expect(text, `${name}: ${who}`).not.toContain(who);
  }
  for (const who of [mobile, mail, careful]) expect(tables.get('accounts')).toContain(who);
});

/** The content of every table as text. */
async function everyTable() {
  const found = new Map<string, string>();
  for (const table of Object.values(schema))
    if (is(table, PgTable)) {
      const rows = await services.database.sql.select().from(table);
      found.set(getTableName(table), JSON.stringify(rows));
    }
  return found;
}
