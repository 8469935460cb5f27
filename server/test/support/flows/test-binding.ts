import { minutes } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';
import { identities } from '../../../src/store/schema/schema.ts';
import type { createBrowser } from '../test-browser.ts';
import { codeTestSettings, codeHelpers } from './test-codes.ts';
import { ssoHelpers } from './test-company.ts';
import type { TestApp } from '../test-app.ts';

type Browser = ReturnType<typeof createBrowser>;

/** Lifts the limits for one-time codes. */
export const noCodeLimits = {
  ...codeTestSettings,
  CODES_PER_BROWSER: '1000',
  CODES_PER_ADDRESS: '1000',
  CODES_PER_HOUR: '1000',
  CODES_PER_DAY: '1000',
};

/** Steps of Acme's employees whose identity is not linked to an account yet. */
export function bindingHelpers(services: TestApp) {
  const { signInAtCompany, openCallback, check, sendBind, checkBind } = ssoHelpers(services);
  const { passHumanCheck, lastMessageTo } = codeHelpers(services);
  const db = services.database.sql;

  let numbers = 15100000000;
  const newMobile = () => String((numbers += 1));
  const isSignedIn = async (browser: Browser) => (await browser.get('/user/accounts/me')).code === 0;

  async function linkOf(id: string) {
    const rows = await db.select().from(identities).where(eq(identities.provider, 'sso.acme'));
    return rows.find(({ subject }) => subject.includes(`"${id}"`));
  }

  /** Only the seeded identities are linked when a test begins. */
  beforeEach(async () => {
    for (const id of ['acme-carol', 'acme-mia']) {
      const link = await linkOf(id);
      if (link) await db.delete(identities).where(eq(identities.id, link.id));
    }
    services.moveClock(minutes(1));
  });

  async function startUnlinked(browser: Browser, id = 'acme-carol', { company = 'acme', agreed = true } = {}) {
    const accessCode = await openCallback(browser, await signInAtCompany(browser, company, id, { agreed }));
    expect(await check(browser, accessCode)).toMatchObject({ code: 0, data: { loginStatus: false } });
    return accessCode;
  }

  async function sendTo(browser: Browser, accessCode: string, mobile?: string) {
    const robotModel = await passHumanCheck(browser);
    const { code, data } = await sendBind(browser, accessCode, { type: 'MOBILE', credentials: mobile, robotModel });
    expect(code).toBe(0);
    return String(data['authCodeId']);
  }

  async function bindTo(browser: Browser, accessCode: string, mobile: string) {
    const authCodeId = await sendTo(browser, accessCode, mobile);
    return checkBind(browser, accessCode, { authCodeId, code: lastMessageTo(mobile)?.code });
  }

  return { newMobile, isSignedIn, linkOf, startUnlinked, sendTo, bindTo };
}
