import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { peopleCommands } from '../../../test/support/flows/people-commands.ts';
import { createClock } from '../../platform/clock.ts';
import { peopleSearchStore } from '../../store/accounts/people-search.ts';
import { withDatabase } from '../command.ts';

const { people, json, addAccount, auditOf, inStores, database } = await peopleCommands();
const mei = await addAccount({
  mobile: '13800000001',
  email: 'mei_lin@example.com',
  name: '林爱丽',
  latinName: 'Mei Lin',
  idNumber: '11010119900307123X',
});
const ben = await addAccount({ mobile: '13800000002', email: 'meixlin@example.com', name: '林' });

const idsOf = async (beginning: string) => {
  const { people: found } = (await json('find', beginning)) as { people: { id: string }[] };
  return found.map(({ id }) => id).sort();
};

describe('people find', () => {
  test('finds people by the beginning of each name, in any spelling', async () => {
    await inStores(async ({ peopleSearch }) => {
      const found = async (beginning: string) =>
        (await peopleSearch.find(beginning, 20)).map(({ ouid }) => ouid).toSorted();
      expect(await found('138 0000-00')).toEqual([ben, mei].toSorted());
      expect(await found('+86 13800000001')).toEqual([mei]);
      expect(await found('MEI_')).toEqual([mei]);
      expect(await found('林爱')).toEqual([mei]);
      expect(await found('mei lin')).toEqual([mei]);
      expect(await found('lin')).toEqual([]);
      expect(await found('%%%')).toEqual([]);
      expect(await found('---')).toEqual([]);
    });
  });

  test('shows masked names, and in full what the person then sees in their activity', async () => {
    const masked = await people('find', '13800000001', '--json');
    expect(JSON.parse(masked.stdout)).toEqual({
      more: false,
      people: [
        {
          id: mei,
          externalId: null,
          mobile: '138****0001',
          email: 'm***@example.com',
          name: '林**',
          latinName: 'M******',
          idNumber: '110***************',
          status: 'active',
          createdAt: expect.any(String),
          lastSignInAt: null,
        },
      ],
    });
    expect(await auditOf(mei)).toEqual([]);
    const { stdout } = await people('find', '13800000001', '--reveal', '--by', 'mei');
    expect(stdout).toMatch(
      /^\S{22} {2}13800000001 {2}mei_lin@example\.com {2}林爱丽 {2}Mei Lin {2}active {2}last sign-in never$/,
    );
    expect(await auditOf(mei)).toMatchObject([
      { type: 'dataRevealed', actor: 'operator', details: { command: 'people find --reveal', by: 'mei (ops)' } },
    ]);
    expect(await auditOf(ben)).toEqual([]);
  });

  test('shows as many as asked for, and says that there are more', async () => {
    expect((await people('find', '1380', '--limit', '1')).stdout).toMatch(
      /\nThere are more than 1: give more characters\.$/,
    );
    expect(await json('find', '1380', '--limit', '2')).toMatchObject({ more: false });
  });

  test.each(['me', '林'])('refuses %j, which would find too many', async (beginning) => {
    expect(await people('find', beginning)).toMatchObject({
      code: 1,
      stderr: `${beginning}: give at least 3 characters, or 2 Chinese ones`,
    });
  });

  test('says that no one was found', async () => {
    expect(await people('find', 'zzz')).toEqual({ code: 0, stdout: 'No one was found.', stderr: '' });
  });

  test('reads an index for each kind of name', async () => {
    const plans = await withDatabase({ ...database, open: database.openDatabase }, async ({ sql: instance, time }) => {
      const clock = await createClock(time);
      return instance.transaction(async (tx) => {
        // So few rows are read faster without an index.
        await tx.execute(sql`set local enable_seqscan = off`);
        const explained: string[] = [];
        for (const statement of peopleSearchStore(tx, clock).statements('138', 20)) {
          const result: unknown = await tx.execute(sql`explain ${statement.getSQL()}`);
          explained.push(JSON.stringify((result as { rows: unknown[] }).rows));
        }
        return explained;
      });
    });
    // With the collation "C", an index without the operators for patterns serves as well.
    const columns = plans.map((plan) => /Index Cond: \(\((\S+) ~?>=~? '138'/.exec(plan)?.[1]);
    expect(columns).toEqual(['mobile', 'email', 'name', 'lower(latin_name)']);
  });
});

describe('people show', () => {
  test('shows the state of an account, its ways in and what is open', async () => {
    const ouid = await addAccount({ email: 'cleo@example.com', secondFactor: false, language: 'en-US' });
    await inStores(async ({ agreements, identities }) => {
      await agreements.add(ouid, 'en-US');
      await identities.link(ouid, [{ provider: 'sso.acme', subject: 'cleo-1' }]);
    });
    const shown = await json('show', 'Cleo@Example.com');
    expect(shown).toEqual({
      id: ouid,
      externalId: null,
      mobile: null,
      email: 'c***@example.com',
      name: null,
      latinName: null,
      idNumber: null,
      status: 'active',
      createdAt: expect.any(String),
      lastSignInAt: null,
      disabledAt: null,
      closesAt: null,
      language: 'en-US',
      realNameAt: null,
      password: false,
      passwordImported: false,
      passwordChangedAt: null,
      secondFactor: false,
      authenticator: false,
      backupCodes: 0,
      passkeys: 0,
      trustedBrowsers: 0,
      identities: [{ provider: 'sso.acme', since: expect.any(String) }],
      sessions: [],
      applications: [],
      consents: [{ version: expect.any(String), language: 'en-US', agreedAt: expect.any(String) }],
      limits: [],
      waiting: [],
      roles: [],
      attributes: [],
      revealed: false,
    });
    expect(await auditOf(ouid)).toEqual([]);
    const revealed = await people('show', ouid, '--reveal');
    expect(revealed.stdout).toContain('E-mail address       cleo@example.com\n');
    expect(revealed.stdout).toMatch(/Identity +sso\.acme {2}cleo-1 /);
    expect(await auditOf(ouid)).toMatchObject([{ type: 'dataRevealed', details: { command: 'people show --reveal' } }]);
  });

  test('shows what is invisible or controls a terminal as escapes', async () => {
    const name = 'Eve\u001b[2J\u202e\u{e0041}';
    const id = await addAccount({ mobile: '13600000009', latinName: name });
    const { stdout } = await people('show', id, '--reveal');
    expect(stdout).toContain('Eve\\u001b[2J\\u202e\\udb40\\udc41');
    const asJson = await people('show', id, '--reveal', '--json');
    expect(asJson.stdout).not.toMatch(/[\u202e\u{e0041}]/u);
    expect(JSON.parse(asJson.stdout)).toMatchObject({ latinName: name });
  });

  test('says since when an account is disabled, and when it will be erased', async () => {
    const ouid = await addAccount({ mobile: '13800000007', disabledAt: new Date('2026-01-01') });
    expect((await people('show', ouid)).stdout).toMatch(/State +disabled, since 2026-01-01T/);
    const closing = await addAccount({ mobile: '13800000008', closesAt: new Date('2036-01-01') });
    expect((await people('show', closing)).stdout).toMatch(/State +closing, will be erased on 2036-01-01T/);
  });

  test('does not find an account that counts as erased', async () => {
    const ouid = await addAccount({ mobile: '13800000009', closesAt: new Date('2026-01-01') });
    expect(await people('show', ouid)).toMatchObject({ code: 1, stderr: `${ouid}: there is no such account` });
    expect(await idsOf('13800000009')).toEqual([]);
  });
});
