import { expect } from 'vitest';
import { eq } from 'drizzle-orm';
import { accounts } from '../../../src/store/schema/schema.ts';
import { codeHelpers } from './test-codes.ts';
import { raiseSessions } from './raise-sessions.ts';
import type { TestApp } from '../test-app.ts';

type Browser = ReturnType<TestApp['browser']>;
type NewAccount = Parameters<TestApp['addAccount']>[0];

interface UndoCode {
  browser?: Browser;
  serviceId?: unknown;
  credentials?: unknown;
}

/** The calls by which a person changes the mobile number and the e-mail address, and undoes it. */
export function contactHelpers(services: TestApp, firstNumber: number) {
  const db = services.database.sql;
  const { passHumanCheck, lastMessageTo } = codeHelpers(services);
  const password = 'Foyer-2026';
  let numbers = firstNumber;
  const newMobile = () => String((numbers += 1));
  const newEmail = () => `c${newMobile()}@example.com`;

  /** A person who has just signed in with two factors. */
  async function signedInPerson(more: NewAccount = {}) {
    const mobile = newMobile();
    const email = newEmail();
    const ouid = await services.addAccount({ mobile, email, password, language: 'en-US', ...more });
    const browser = services.browser();
    const signedIn = await browser.signIn(more.mobile === null ? email : mobile, password);
    expect(signedIn).toMatchObject({ code: 0, data: { loginDoubleCheck: false } });
    await raiseSessions(services, ouid);
    const contacts = async () => {
      const [row] = await db.select().from(accounts).where(eq(accounts.ouid, ouid));
      return { mobile: row?.mobile, email: row?.email };
    };
    const audited = async () => (await services.stores.audit.listByAccount(ouid)).map(({ type }) => type);
    return { browser, mobile, email, ouid, contacts, audited };
  }

  /** A person whose mobile number an operator was asked to change. */
  async function waitingChange(more: NewAccount = {}) {
    const person = await signedInPerson(more);
    const { ouid: account, mobile: before } = person;
    const after = newMobile();
    const asked = { account, kind: 'mobile', before, after, reason: 'asked at the counter', askedBy: 'mei' } as const;
    const { waitingContactChanges } = services.stores;
    const { id, stopHandle } = (await waitingContactChanges.ask(asked))!;
    await waitingContactChanges.start(id, new Date(services.clock.now() + services.config.supportChangeDelay));
    return { ...person, after, stopHandle };
  }

  async function requestCode(browser: Browser, principal: string) {
    const auth = await passHumanCheck(browser);
    return browser.post('/user/accounts/contacts/code', { principal, auth });
  }
  const confirm = (browser: Browser, serviceId: unknown, credentials: unknown) =>
    browser.post('/user/accounts/contacts/change', { serviceId, credentials });

  async function change(browser: Browser, principal: string) {
    const sent = await requestCode(browser, principal);
    expect(sent).toMatchObject({ code: 0 });
    return confirm(browser, sent.data['serviceId'], lastMessageTo(principal)?.code);
  }

  /** The handle of the newest notice that was sent there. */
  async function undoHandleSentTo(address: string) {
    await services.backgroundTasks.settled();
    const [message] = services.sandbox.outbox.sent(address).filter(({ text }) => text.includes('/undo#'));
    return /\/undo#([\w-]+)/.exec(message?.text ?? '')?.[1];
  }

  return {
    password,
    newMobile,
    newEmail,
    signedInPerson,
    waitingChange,
    requestCode,
    confirm,
    change,
    undoHandleSentTo,
    remove: (browser: Browser, kind: string) => browser.post(`/user/accounts/contacts/${kind}/remove`),
    undo: (undoHandle: unknown, { browser = services.browser(), ...code }: UndoCode = {}) =>
      browser.post('/user/accounts/contacts/undo', { undoHandle, ...code }),
    offer: (undoHandle: unknown) => services.browser().post('/user/accounts/contacts/undo/offer', { undoHandle }),
    isSignedIn: async (browser: Browser) => (await browser.get('/user/accounts/me')).code === 0,
  };
}
