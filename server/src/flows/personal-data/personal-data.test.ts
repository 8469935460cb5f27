import { resultCodes } from '@foyer/contract/result-codes';
import { minutes } from '@foyer/contract/time';
import { auditTypes } from '@foyer/contract/flows/account';
import { languages } from '@foyer/contract/language';
import { exportSections } from '@foyer/contract/personal-data-names';
import { signInMethods } from '@foyer/contract/sign-in-methods';
import { describe, expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import type { PersonalData } from '../../store/accounts/personal-data.ts';
import { dataPage } from './data-page.ts';

const services = await testAppForFile();
const password = 'Foyer-2026';
type Browser = ReturnType<typeof services.browser>;

let numbers = 13650000000;
async function signedInPerson(language = 'en-US') {
  const mobile = String((numbers += 1));
  const ouid = await services.addAccount({
    mobile,
    password,
    name: '<b>林爱丽</b>',
    idNumber: '11010119900307123X',
    identityCheckedAt: new Date(),
  });
  const browser = services.browser({ language });
  await browser.signIn(mobile, password);
  return { browser, mobile, ouid };
}
const exportData = (browser: Browser, format = 'json') => browser.post('/user/accounts/export', { format });

describe('an export', () => {
  test('as JSON holds the account, its sessions and the record of itself', async () => {
    const { browser, mobile, ouid } = await signedInPerson();
    const { code, data } = await exportData(browser);
    expect([code, data['fileName']]).toEqual([0, expect.stringMatching(/^my-data-[\d-]{10}\.json$/)]);
    const content = JSON.parse(String(data['content'])) as Record<string, unknown[]>;
    expect(content['account']).toMatchObject([{ ouid, mobile, idNumber: '11010119900307123X' }]);
    expect(content['consents']).toHaveLength(1);
    expect(content['sessions']).toMatchObject([{ device: 'Chrome · Windows', method: 'password' }]);
    expect(content['auditEvents']).toEqual(
      expect.arrayContaining([expect.objectContaining({ type: 'dataExported', details: { format: 'json' } })]),
    );
    expect(String(data['content'])).not.toMatch(/argon2|[0-9a-f]{64}/);
  });

  test.each([
    ['en-US', 'Mobile number', 'Your data'],
    ['zh-CN', '手机号', '我的数据'],
  ])('as HTML is a page in %s that loads nothing and runs nothing', async (language, label, title) => {
    const { browser, mobile } = await signedInPerson(language);
    const { data } = await exportData(browser, 'html');
    const content = String(data['content']);
    expect(content).toContain(`<h1>${title}</h1>`);
    expect(content).toContain(`<dt>${label}</dt><dd>${mobile}</dd>`);
    expect(content).toContain('&#60;b&#62;林爱丽');
    expect(content).not.toMatch(/<(script|img|link|iframe|b)\b|url\(|https?:/);
  });

  test.each(languages)('as HTML names events, ways, factors and who did it in words in %s', (language) => {
    const named = [...auditTypes, ...signInMethods, 'operator', 'service', 'sms', 'mail', 'totp', 'backupCode'];
    const rows = [
      ...auditTypes.map((type) => ({ type, actor: 'operator', details: { factors: ['mail', 'totp'], event: 1 } })),
      ...signInMethods.map((method) => ({ method, actor: 'service', factors: ['password', 'sms', 'backupCode'] })),
    ];
    const empty = Object.fromEntries(exportSections.map((section) => [section, []])) as Partial<PersonalData>;
    const page = dataPage({ ...empty, auditEvents: rows } as PersonalData, { language, exportedAt: 0, brand: 'Foyer' });
    const values = [...page.matchAll(/<dd>([^<]*)<\/dd>/g)].flatMap(([, value = '']) => value.split(/, |; |: /));
    expect(values.length).toBeGreaterThan(100);
    expect(values.filter((value) => named.includes(value))).toEqual([]);
    expect(values.filter((value) => /^[a-z]+[A-Z]|^\d+$/.test(value))).toEqual([]);
  });

  test('needs a fresh proof', async () => {
    const { browser } = await signedInPerson();
    services.moveClock(minutes(10));
    expect(await exportData(browser)).toMatchObject({ code: resultCodes.needsFreshProof });
    expect(await exportData(services.browser())).toMatchObject({ code: resultCodes.notSignedIn });
  });

  test('is notified', async () => {
    const { browser, mobile } = await signedInPerson();
    await exportData(browser);
    await services.backgroundTasks.settled();
    expect(services.sandbox.outbox.sent(mobile)[0]?.text).toMatch(/was exported|已导出/);
  });
});
