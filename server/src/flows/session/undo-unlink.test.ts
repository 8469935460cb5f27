import { unlinkUndo } from '@foyer/contract/limits';
import { resultCodes } from '@foyer/contract/result-codes';
import { describe, expect, test } from 'vitest';
import { auditTypesOf } from '../../../test/support/flows/audit-types.ts';
import { concurrently } from '../../../test/support/concurrently.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { identities } from '../../store/schema/schema.ts';

const services = await testAppForFile();
const { sql: db } = services.database;
const password = 'Foyer-2026';

let numbers = 13780000000;
/** Signed in, with two ids of WeChat and one of a company linked, of which the first was unlinked. */
async function personWhoUnlinked(which: 'wechat' | 'sso' = 'wechat') {
  const mobile = String((numbers += 1));
  const ouid = await services.addAccount({ mobile, password });
  const browser = services.browser();
  await browser.signIn(mobile, password);
  const since = new Date('2026-01-02T03:04:05Z');
  const rows = ['wechat.unionid', 'wechat.openid.1', 'sso.acme'].map((provider) => ({
    id: `${provider}-${ouid}`,
    account: ouid,
    provider,
    subject: ouid,
    since,
  }));
  await db.insert(identities).values(rows);
  const unlink = async (name: string) =>
    browser.post(`/user/accounts/identities/${rows.find(({ provider }) => provider.startsWith(name))!.id}/unlink`);
  const linked = async () =>
    (await services.stores.identities.listByAccount(ouid)).map((one) => [one.provider, one.since.getTime()]);
  const before = await linked();
  expect(await unlink(which)).toMatchObject({ code: 0 });
  expect(await linked()).not.toEqual(before);
  const undo = (by = browser) => by.post('/user/accounts/identities/undo');
  return { mobile, ouid, browser, before, linked, undo, unlink };
}

describe('what was unlinked is linked again', () => {
  test.each(['wechat', 'sso'] as const)('as it was, once, and recorded: %s', async (which) => {
    const { ouid, before, linked, undo } = await personWhoUnlinked(which);
    const codes = (await concurrently(() => undo())).map(({ code }) => code);
    expect(codes.filter((code) => code === 0)).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set([0, resultCodes.undoExpired]));
    expect(await linked()).toEqual(before);
    expect((await auditTypesOf(services, ouid)).slice(0, 2)).toEqual(['identityLinked', 'identityUnlinked']);
    expect((await services.stores.accounts.findByOuid(ouid))!.newFactors).toEqual({});
  });

  test('within a minute', async () => {
    const [early, late] = [await personWhoUnlinked(), await personWhoUnlinked()];
    services.moveClock(unlinkUndo.lifetime - 1);
    expect(await early.undo()).toMatchObject({ code: 0 });
    services.moveClock(1);
    expect(await late.undo()).toMatchObject({ code: resultCodes.undoExpired });
    expect(await late.linked()).toHaveLength(1);
  });

  test('by the session that has unlinked it, and only the last one', async () => {
    const { mobile, browser, linked, undo, unlink } = await personWhoUnlinked();
    const other = services.browser();
    await other.signIn(mobile, password);
    expect(await undo(other)).toMatchObject({ code: resultCodes.undoExpired });
    await unlink('sso');
    expect(await undo(browser)).toMatchObject({ code: 0 });
    expect((await linked()).map(([provider]) => provider)).toEqual(['sso.acme']);
  });

  test('not where another account or another identity of the app has taken its place', async () => {
    const [first, second] = [await personWhoUnlinked(), await personWhoUnlinked()];
    const taker = await services.addAccount({ mobile: String((numbers += 1)) });
    await services.stores.identities.link(taker, [{ provider: 'wechat.openid.1', subject: first.ouid }]);
    expect(await first.undo()).toMatchObject({ code: resultCodes.undoExpired });
    await services.stores.identities.link(second.ouid, [{ provider: 'wechat.unionid', subject: 'another' }]);
    expect(await second.undo()).toMatchObject({ code: resultCodes.undoExpired });
    expect(await first.linked()).toHaveLength(1);
  });
});
