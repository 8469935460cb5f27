import { Readable } from 'node:stream';
import { agreementVersion } from '@foyer/contract/agreement-version';
import { days } from '@foyer/contract/time';
import { afterEach, describe, expect, test } from 'vitest';
import { addClient } from '../../../test/support/flows/test-oidc.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { random } from '../../platform/random.ts';
import { peopleStore } from '../../store/accounts/people.ts';
import { importedPasswords, peopleImports } from '../../store/schema/import-schema.ts';
import { operatorContext } from '../../store/audit.ts';
import { accounts } from '../../store/schema/schema.ts';
import { exportPeople } from './export-people.ts';
import { importFile } from './import-file.ts';

const services = await testAppForFile();
const { database, clock, stores } = services;
for (const id of ['contracts', 'archive']) await addClient(services, { id });
const attribute = { scope: 'work', label: 'Work', labels: null, thirdParty: false, createdAt: new Date(0) };
for (const [name, type] of [
  ['department', 'string'],
  ['level', 'number'],
  ['skills', 'strings'],
  ['started', 'date'],
] as const)
  await stores.attributes.put({ ...attribute, name, type });
const { sql } = database;
afterEach(async () => {
  await sql.delete(accounts);
  await sql.delete(peopleImports);
});

const defaults = { dryRun: false, assumeVerified: false, fromStart: false, by: 'ops', passwordDays: 90 };

/** Imports a file with these lines. */
async function importLines(lines: readonly (string | object)[], options: Partial<typeof defaults> = {}) {
  const refusals: string[] = [];
  const text = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
  const onRefused = (line: number, reason: string) => void refusals.push(`line ${line}: ${reason}`);
  const chunks = Readable.from([Buffer.from(text)]);
  const result = await importFile(database, clock, chunks, { ...defaults, ...options, onRefused });
  return { ...result, refusals };
}

async function exported(format: 'jsonl' | 'csv' = 'jsonl', withPasswordHashes = false): Promise<string[]> {
  let text = '';
  const write = async (piece: string) => void (text += piece);
  await exportPeople(peopleStore(sql, clock, random), {
    format,
    withPasswordHashes,
    attributes: await stores.attributes.all(),
    write,
  });
  return text.split('\n').filter(Boolean);
}

/** The exported people, in the reverse order of their addresses. */
const exportedPeople = async (withPasswordHashes = false) =>
  (await exported('jsonl', withPasswordHashes))
    .map((line) => JSON.parse(line) as { email: string; name?: string })
    .sort((a, b) => b.email.localeCompare(a.email));

const bcrypt = '$2a$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW';
const mei = {
  sub: 'auth0|65f1c0de9a',
  external_id: 'P-1001 北京',
  mobile: '13800000001',
  mobile_verified: true,
  email: 'mei@example.com',
  email_verified: true,
  name: '梅, "Mei"',
  latin_name: 'Mei',
  language: 'en-US',
  second_factor: true,
  disabled: true,
  created_at: '2020-01-31T08:00:00.000Z',
  consent_version: agreementVersion,
  consent_at: '2026-11-01T08:00:00.000Z',
  identities: [
    { provider: 'sso.acme', subject: 'mei' },
    { provider: 'wechat.unionid', subject: 'union 1=%' },
  ],
  roles: { archive: ['a=b'], contracts: ['editor', '审核'] },
  groups: { contracts: ['sales'] },
  password_hash: bcrypt,
  'attributes.department': 'Sales, "North"',
  'attributes.level': 3,
  'attributes.skills': ['law & tax', '合同'],
  'attributes.started': '2024-02-29',
};
const bo = {
  sub: '7f6c1f9e-58a3-4c0e-9d53-1d4f0e6a2b11',
  email: 'bo@example.com',
  email_verified: true,
  created_at: '2021-01-01T00:00:00.000Z',
};
const numbered = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => ({ mobile: String(13900000000 + from + i), mobile_verified: true }));
describe('an import', () => {
  test('of JSON lines is exported as the same people, without password hashes unless asked for', async () => {
    expect(await importLines([mei, bo])).toEqual({
      imported: 2,
      refused: 0,
      doneBefore: 0,
      namesLeftOut: 0,
      refusals: [],
    });
    const { password_hash: _, ...withoutHash } = mei;
    expect(await exportedPeople()).toEqual([withoutHash, bo]);
    expect(await exportedPeople(true)).toEqual([mei, bo]);
  });

  test('reads the CSV that an export writes', async () => {
    await importLines([mei, bo]);
    const csv = await exported('csv', true);
    expect(csv[0]).toMatch(
      /^sub,external_id,mobile,mobile_verified,email,email_verified,name,.*,identities,roles,groups,password_hash,attributes\.department,/,
    );
    expect((await exported('csv'))[0]).not.toContain('password_hash');
    await sql.delete(accounts);
    expect(await importLines(csv)).toMatchObject({ imported: 2, refusals: [] });
    expect(await exportedPeople(true)).toEqual([mei, bo]);
  });

  test('keeps hashes of ours apart from those of other systems', async () => {
    const hash = '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
    await importLines([{ ...bo, password_hash: `sha256:${hash}` }]);
    expect(await sql.select({ hash: accounts.passwordHash }).from(accounts)).toEqual([{ hash }]);
    expect(await sql.select().from(importedPasswords)).toEqual([]);
    expect(await exportedPeople(true)).toEqual([{ ...bo, password_hash: `sha256:${hash}` }]);
  });

  test('reads CSV with quoted line breaks, empty lines and a byte order mark', async () => {
    const csv = ['\uFEFFemail,name\r', 'b@example.com,"A ""n""\nna"\r', '\r', 'a@example.com,"a, """\r'];
    expect(await importLines(csv, { assumeVerified: true })).toMatchObject({ imported: 2, refusals: [] });
    expect((await exportedPeople()).map(({ name }) => name)).toEqual(['A "n"na', 'a, "']);
  });

  test('stores an imported password with its parameters and its end', async () => {
    await importLines([mei], { passwordDays: 7 });
    expect(await sql.select().from(importedPasswords)).toMatchObject([
      { hash: bcrypt, dummy: `$2a$12$${'.'.repeat(53)}`, expiresAt: new Date(Math.floor(clock.now()) + days(7)) },
    ]);
  });

  test('leaves out a name that is not verified, and refuses a person who has no other', async () => {
    const half = { ...bo, mobile: '13800000002', mobile_verified: false };
    expect(await importLines([half, { email: 'no@example.com' }])).toMatchObject({
      imported: 1,
      namesLeftOut: 1,
      refusals: ['line 2: has no verified name: set mobile_verified or email_verified, or give --assume-verified'],
    });
    expect(await exportedPeople()).toEqual([bo]);
  });

  const wrongSub =
    'sub is not an id of up to 255 letters, digits and . _ ~ : | -, with a letter or digit first, or is a mobile number';
  const refused: [string, string | object, string][] = [
    ['no JSON', '{"email"', 'is not a JSON object'],
    ['an unknown field', { ...bo, role: 'admin' }, 'role is not a known field'],
    ['a number as id', { ...bo, sub: 17 }, wrongSub],
    ['an id with a space', { ...bo, sub: 'a b' }, wrongSub],
    ['an address as id', { ...bo, sub: 'bo@example.com' }, wrongSub],
    ['a mobile number as id', { ...bo, sub: '13800000001' }, wrongSub],
    ['a long id', { ...bo, sub: 'a'.repeat(256) }, wrongSub],
    ['an id that would be an option of a command', { ...bo, sub: '--yes' }, wrongSub],
    ['the id of an application', { ...bo, sub: 'contracts' }, 'sub is the id of an application'],
    ['a long id elsewhere', { ...bo, external_id: 'a'.repeat(256) }, 'external_id is longer than 255 characters'],
    ['no name', { name: 'Anna' }, 'has neither mobile nor email'],
    ['a wrong mobile number', { mobile: '+1 555 0100' }, 'mobile is not a mobile number of mainland China'],
    ['a wrong e-mail address', { email: 'anna' }, 'email is not an e-mail address'],
    ['a number as name', { ...bo, name: 5 }, 'name is not a text'],
    ['a long name', { ...bo, name: 'n'.repeat(101) }, 'name is longer than 100 characters'],
    ['a wrong flag', { ...bo, email_verified: 'maybe' }, 'email_verified is neither true nor false'],
    ['an unknown language', { ...bo, language: 'fr-FR' }, 'language is none of zh-CN, en-US'],
    ['a second factor without a mobile', { ...bo, second_factor: true }, 'second_factor needs a verified mobile'],
    [
      'a time without a zone',
      { ...bo, created_at: '2020-01-01T08:00' },
      'created_at is not a time like 2026-01-31T08:00:00Z',
    ],
    ['a time that no database can store', { ...bo, created_at: '0000-01-01' }, 'created_at is before 1970'],
    ['NUL in a version', { ...bo, consent_version: '1\0' }, 'consent_version has a character that cannot be stored'],
    ['half a character', { ...bo, name: 'Anna \ud83d' }, 'name has a character that cannot be stored'],
    ['a field that writes to the terminal', { ...bo, '\u001b[2Jrole': 'x' }, '?[2Jrole is not a known field'],
    ['a time to come', { ...bo, created_at: '2999-01-01' }, 'created_at is in the future'],
    ['half an agreement', { ...bo, consent_version: '1' }, 'consent needs consent_version and consent_at'],
    ['identities that are no list', { ...bo, identities: {} }, 'identities is not a list of provider and subject'],
    [
      'an unknown provider',
      { ...bo, identities: [{ provider: 'github', subject: 'x' }] },
      'identities has a provider that is none of wechat.…, dingtalk.…, alipay.…, feishu.…, sso.…, wecom.…',
    ],
    [
      'no subject',
      { ...bo, identities: [{ provider: 'sso.acme', subject: '' }] },
      'identities has no valid subject for sso.acme',
    ],
    [
      'two subjects at a company',
      {
        ...bo,
        identities: [
          { provider: 'sso.acme', subject: 'a' },
          { provider: 'sso.acme', subject: 'b' },
        ],
      },
      'identities has two subjects for one company',
    ],
    ['roles that are a list', { ...bo, roles: ['editor'] }, 'roles is not a list of applications, each with its names'],
    [
      'a role at no application',
      { ...bo, roles: { other: ['editor'] } },
      'roles names an application that there is not',
    ],
    [
      'a role with a space',
      { ...bo, roles: { contracts: ['an editor'] } },
      'roles has a name that is empty, too long, or has spaces or commas',
    ],
    [
      'too many groups',
      { ...bo, groups: { contracts: Array.from({ length: 101 }, (_, i) => `g${i}`) } },
      'groups has more than 100 entries for an application',
    ],
    ['an attribute that is not declared', { ...bo, 'attributes.salary': 1 }, 'attributes.salary is not a known field'],
    ['a text for a number', { ...bo, 'attributes.level': 'x' }, 'attributes.level is not a number such as 3 or -0.5'],
    ['an unknown hash', { ...bo, password_hash: 'abc' }, 'password_hash has an unknown format'],
    [
      'a hash that is too slow',
      { ...bo, password_hash: bcrypt.replace('$12$', '$20$') },
      'password_hash has parameters outside of the limits',
    ],
    [
      'a long line',
      { ...bo, name: 'n'.repeat(70_000) },
      'does not end: is a quote not closed, or is it longer than 65536 characters?',
    ],
  ];
  test('refuses each wrong line with its number and reason, and stores the others', async () => {
    const lines = refused.map(([, line]) => line);
    const { imported, refusals } = await importLines([...lines, bo]);
    expect(imported).toBe(1);
    expect(refusals).toEqual(refused.map(([, , reason], i) => `line ${i + 1}: ${reason}`));
  });

  test('refuses wrong lines of CSV with the number of their first line', async () => {
    const lines = [
      'email,name',
      'a@example.com,"two',
      'lines"',
      'b@example.com',
      'c@example.com,5" x',
      'd@example.com,D',
    ];
    expect(await importLines(lines, { assumeVerified: true })).toMatchObject({
      imported: 2,
      refusals: [
        'line 4: has 1 columns instead of 2',
        'line 5: has a quote inside of a value: put the value in quotes and double the quote',
      ],
    });
  });

  test('refuses quoted values of very many lines, which take no longer than others of their length', async () => {
    const hostile = `"${'\n'.repeat(60_000)}",A`;
    const { refusals } = await importLines(['email,name', ...Array.from({ length: 20 }, () => hostile)]);
    expect(refusals).toHaveLength(20);
  });

  test.each([true, false])('refuses a name that is taken or stands in the file twice; dry run: %s', async (dryRun) => {
    await importLines([mei]);
    const many = numbered(1000);
    const lines = [
      { mobile: '138 0000 0001', mobile_verified: true },
      { ...bo, identities: [{ provider: 'wechat.unionid', subject: 'union 1=%' }] },
      bo,
      { ...bo, name: 'again' },
      ...many,
      { ...many[0], name: 'again' },
    ];
    expect(await importLines(lines, { dryRun })).toMatchObject({
      imported: 1001,
      refusals: [
        'line 1: the mobile already belongs to an account or an earlier line',
        'line 2: the identity at wechat.unionid already belongs to an account or an earlier line',
        'line 4: the email is also in line 3',
        'line 1005: the mobile already belongs to an account or an earlier line',
      ],
    });
  });

  test('keeps the id of another provider, which applications go on to get', async () => {
    await importLines([mei, bo, ...numbered(1)]);
    const ids = (await sql.select({ ouid: accounts.ouid }).from(accounts)).map(({ ouid }) => ouid);
    expect(ids).toEqual(expect.arrayContaining([mei.sub, bo.sub, expect.stringMatching(/^[\w-]{22}$/)]));
  });

  test.each([true, false])(
    'refuses an id that is taken, or that an erased account had; dry run: %s',
    async (dryRun) => {
      await importLines([mei]);
      await stores.audit.record({ account: 'erased-1', type: 'accountErased' }, operatorContext);
      const [one, two, three, four] = numbered(4);
      const taken = 'the sub already belongs to an account (erased ones count) or an earlier line';
      const lines = [
        { ...one, sub: mei.sub },
        { ...two, sub: 'erased-1' },
        { ...three, external_id: mei.external_id },
        { ...four, sub: 'free' },
        { ...bo, sub: 'free' },
      ];
      expect(await importLines(lines, { dryRun })).toMatchObject({
        imported: 1,
        refusals: [
          `line 1: ${taken}`,
          `line 2: ${taken}`,
          'line 3: the external_id already belongs to an account or an earlier line',
          'line 5: the sub is also in line 4',
        ],
      });
    },
  );

  test('stores nothing in a dry run', async () => {
    expect(await importLines([mei, bo], { dryRun: true })).toMatchObject({ imported: 2 });
    expect(await exported()).toEqual([]);
    expect(await importLines([mei, bo])).toMatchObject({ imported: 2, doneBefore: 0 });
  });

  test('continues with the first batch that was not stored when it was interrupted', async () => {
    const lines = numbered(2500);
    const text = lines.map((line) => `${JSON.stringify(line)}\n`);
    async function* brokenFile() {
      yield Buffer.from(text.slice(0, 1700).join(''));
      throw new Error('interrupted');
    }
    const options = { ...defaults, onRefused: () => {} };
    await expect(importFile(database, clock, brokenFile(), options)).rejects.toThrow('interrupted');
    expect(await exported()).toHaveLength(1000);
    expect(await importLines(lines)).toMatchObject({ imported: 1500, doneBefore: 1000, refusals: [] });
    expect(await exported()).toHaveLength(2500);
  });

  test('of a file that was imported before reads only what was added to its end', async () => {
    const lines = numbered(1200);
    await importLines(lines.slice(0, 1100));
    expect(await importLines(lines)).toMatchObject({ imported: 100, doneBefore: 1100 });
    expect(await importLines(lines)).toMatchObject({ imported: 0, doneBefore: 1200 });
  });

  test('does not continue when the lines have changed, and starts again when asked to', async () => {
    const lines = numbered(1200);
    await importLines(lines);
    const changed = [...lines.slice(0, 1100), bo, ...lines.slice(1101)];
    const message = /^An earlier import of this file has stored its first 1200 people, and these lines/;
    await expect(importLines(changed)).rejects.toThrow(message);
    await expect(importLines(lines.slice(0, 1100))).rejects.toThrow(message);
    expect(await importLines(changed, { fromStart: true })).toMatchObject({ imported: 1, refused: 1199 });
  });

  test('with other options does not count as the same', async () => {
    const lines = [{ email: 'a@example.com' }];
    expect(await importLines(lines)).toMatchObject({ imported: 0, refused: 1 });
    expect(await importLines(lines, { assumeVerified: true })).toMatchObject({ imported: 1, doneBefore: 0 });
  });

  test.each([
    ['an unknown column', 'email,role\na@b.cn,admin', /"role" is none\. Columns: sub, /],
    ['a column twice', 'email,email\na@b.cn,c@d.cn', /email stands twice/],
    ['another encoding', Buffer.from('email,name\na@b.cn,\xd6\xd0', 'latin1'), /^The file is not in UTF-8/],
  ])('of a file with %s stores nothing and says why', async (_, content, reason) => {
    const options = { ...defaults, assumeVerified: true, onRefused: () => {} };
    const importing = importFile(database, clock, Readable.from([Buffer.from(content)]), options);
    await expect.soft(importing).rejects.toThrow(reason);
    expect(await exported()).toEqual([]);
    expect(await sql.select().from(peopleImports)).toEqual([]);
  });
});
