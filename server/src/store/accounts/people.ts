import type { Language } from '@foyer/contract/language';
import { type SQL, and, asc, count, eq, gt, isNotNull, isNull, max, sql } from 'drizzle-orm';
import type { Sql } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ImportedHash } from '../../platform/imported-hash.ts';
import type { Random } from '../../platform/random.ts';
import type { AccountRoles } from './account-roles.ts';
import type { Account } from './accounts.ts';
import type { ExternalIdentity } from './identities.ts';
import { type AttributeValue, accountAttributes } from '../schema/attribute-schema.ts';
import { auditEvents } from '../schema/audit-schema.ts';
import { importedPasswords, peopleImports } from '../schema/import-schema.ts';
import { accountRoles } from '../schema/oidc-schema.ts';
import { accounts, agreements, identities } from '../schema/schema.ts';
import { sqlTime } from '../schema/timestamp.ts';

type AccountFields =
  | 'externalId'
  | 'mobile'
  | 'email'
  | 'name'
  | 'latinName'
  | 'language'
  | 'secondFactor'
  | 'disabledAt'
  | 'createdAt'
  | 'passwordHash';

/** A person of another system, checked and normalized. */
export interface NewPerson extends Pick<Account, AccountFields> {
  /** The id of the account, where the person keeps that of another provider. */
  sub: string | null;
  agreement: { version: string; language: Language; agreedAt: Date } | null;
  identities: ExternalIdentity[];
  roles: AccountRoles[];
  /** By name. */
  attributes: Record<string, AttributeValue>;
  /** A password that is replaced by one of ours at the first sign-in. */
  importedHash: ImportedHash | null;
}

export type StoredPerson = Awaited<ReturnType<ReturnType<typeof peopleStore>['page']>>[number];

/** How far a file has been imported. */
export type ImportProgress = Pick<typeof peopleImports.$inferSelect, 'id' | 'lines' | 'digest' | 'imported'>;

/** Each name that only one account may have, as one text. */
export function uniqueNamesOf({ mobile, email, sub, externalId, identities: linked }: NewPerson): string[] {
  const names = [
    mobile && `mobile ${mobile}`,
    email && `email ${email}`,
    sub && `sub ${sub}`,
    externalId && `external_id ${externalId}`,
  ].filter((name) => name !== null);
  return [...names, ...linked.map(({ provider, subject }) => `identity ${provider} ${subject}`)];
}

/** Many accounts at a time, for imports and exports. */
export function peopleStore(db: Sql, clock: Clock, random: Random) {
  const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;

  return {
    async findProgress(id: string): Promise<ImportProgress | undefined> {
      const [found] = await db.select().from(peopleImports).where(eq(peopleImports.id, id));
      return found;
    },

    /** Which of these names belong to an account. The id of an erased one stays its own: applications and the trail know it. */
    async takenNames(names: readonly string[]): Promise<Set<string>> {
      const rows = await rowsOf<{ entry: string }>(
        db,
        sql`
        with given as (select value as entry from jsonb_array_elements_text(${json(names)}))
        select entry from given join ${accounts} on mobile = substr(entry, 8) where entry like 'mobile %'
        union all
        select entry from given join ${accounts} on email = substr(entry, 7) where entry like 'email %'
        union all
        select entry from given join ${accounts} on external_id = substr(entry, 13) where entry like 'external_id %'
        union all
        select entry from given where entry like 'sub %' and (
          exists (select 1 from ${accounts} where ouid = substr(entry, 5))
          or exists (select 1 from ${auditEvents} where account = substr(entry, 5)))
        union all
        select entry from given join ${identities}
          on provider = split_part(entry, ' ', 2) and subject = substr(entry, 11 + length(split_part(entry, ' ', 2)))
          where entry like 'identity %'`,
      );
      return new Set(rows.map(({ entry }) => entry));
    },

    /**
     * Adds people and notes how far the file has come, in one statement. Returns the id of each person, or undefined where they
     * were not added: a name may have been taken a moment ago.
     */
    async add(
      people: readonly NewPerson[],
      progress: ImportProgress | undefined,
      passwordsUntil: number,
    ): Promise<(string | undefined)[]> {
      const now = sqlTime(clock.now());
      const withIds = people.map((person) => ({ ...person, ouid: person.sub ?? random.token(16) }));
      const noted =
        progress &&
        sql`, progress as (
          insert into ${peopleImports} as known (id, lines, digest, imported, updated_at)
          values (${progress.id}, ${progress.lines}::int, ${progress.digest}, (select count(*) from added), ${now})
          on conflict (id) do update set lines = excluded.lines, digest = excluded.digest,
            imported = known.imported + excluded.imported, updated_at = excluded.updated_at
        )`;
      const added = await rowsOf<{ ouid: string }>(
        db,
        sql`
        with incoming as (
          select * from jsonb_to_recordset(${json(withIds)}) as one (
            "ouid" text, "externalId" text, "mobile" text, "email" text, "name" text, "latinName" text, "language" text, "secondFactor" boolean,
            "disabledAt" timestamptz, "createdAt" timestamptz, "passwordHash" text, "agreement" jsonb, "identities" jsonb,
            "roles" jsonb, "attributes" jsonb, "importedHash" jsonb)
        ), added as (
          insert into ${accounts} (ouid, external_id, mobile, email, name, latin_name, language, second_factor, disabled_at,
            created_at, password_hash)
          select "ouid", "externalId", "mobile", "email", "name", "latinName", "language", "secondFactor", "disabledAt", "createdAt",
            "passwordHash"
          from incoming on conflict do nothing returning ouid
        ), agreed as (
          insert into ${agreements} (account, version, language, agreed_at)
          select ouid, agreement ->> 'version', agreement ->> 'language', (agreement ->> 'agreedAt')::timestamptz
          from incoming join added using (ouid) where agreement ->> 'version' is not null
        ), linked as (
          insert into ${identities} (id, account, provider, subject, since)
          select gen_random_uuid()::text, ouid, provider, subject, ${now}
          from incoming join added using (ouid)
          cross join lateral jsonb_to_recordset("identities") as one (provider text, subject text)
          on conflict do nothing
        ), granted as (
          insert into ${accountRoles} (account, client, roles, groups)
          select ouid, one.client, one.roles, one.groups
          from incoming join added using (ouid)
          cross join lateral jsonb_to_recordset("roles") as one (client text, roles text[], groups text[])
        ), described as (
          insert into ${accountAttributes} (account, attribute, value)
          select ouid, one.key, one.value
          from incoming join added using (ouid) cross join lateral jsonb_each("attributes") as one
        ), passwords as (
          insert into ${importedPasswords} (account, hash, dummy, expires_at)
          select ouid, "importedHash" ->> 'hash', "importedHash" ->> 'dummy', ${sqlTime(passwordsUntil)}
          from incoming join added using (ouid) where "importedHash" ->> 'hash' is not null
        )${noted ?? sql``}
        select ouid from added`,
      );
      const ids = new Set(added.map(({ ouid }) => ouid));
      return withIds.map(({ ouid }) => (ids.has(ouid) ? ouid : undefined));
    },

    /** How many imported passwords are left, and when the last one of them expires. */
    async importedPasswords() {
      const [found] = await db
        .select({ left: count(), until: max(importedPasswords.expiresAt) })
        .from(importedPasswords)
        .where(and(isNotNull(importedPasswords.hash), gt(importedPasswords.expiresAt, new Date(clock.now()))));
      return { left: found?.left ?? 0, until: found?.until ?? undefined };
    },

    /** Ends all imported passwords: no person is asked for the password itself any more. */
    endImportedPasswords: () => db.delete(importedPasswords),

    /** The next people after an account, in the order of their ids, without those whose account is to be erased. */
    page: (after: string, limit: number) =>
      db
        .select({
          ouid: accounts.ouid,
          externalId: accounts.externalId,
          mobile: accounts.mobile,
          email: accounts.email,
          name: accounts.name,
          latinName: accounts.latinName,
          language: accounts.language,
          secondFactor: accounts.secondFactor,
          disabledAt: accounts.disabledAt,
          createdAt: accounts.createdAt,
          passwordHash: accounts.passwordHash,
          // Subqueries rather than joins: without statistics the database would join all people for each page.
          importedHash: sql<string | null>`(
            select hash from ${importedPasswords}
            where account = ${accounts.ouid} and expires_at > ${sqlTime(clock.now())})`,
          identities: sql<ExternalIdentity[] | null>`(
            select json_agg(json_build_object('provider', provider, 'subject', subject) order by provider, subject)
            from ${identities} where account = ${accounts.ouid})`,
          roles: sql<AccountRoles[] | null>`(
            select json_agg(json_build_object('client', client, 'roles', roles, 'groups', groups) order by client)
            from ${accountRoles} where account = ${accounts.ouid})`,
          attributes: sql<Record<string, AttributeValue> | null>`(
            select json_object_agg(attribute, value) from ${accountAttributes} where account = ${accounts.ouid})`,
          consentVersion: latestAgreement<string>(sql`version`),
          consentAt: latestAgreement<string>(
            sql`to_char(agreed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
          ),
        })
        .from(accounts)
        .where(and(gt(accounts.ouid, after), isNull(accounts.closesAt)))
        .orderBy(asc(accounts.ouid))
        .limit(limit),
  };
}

const latestAgreement = <Value>(column: SQL) => sql<Value | null>`(
  select ${column} from ${agreements} where account = ${accounts.ouid} order by agreed_at desc limit 1)`;

/** Remembers names while a transaction lasts, to find those that stand in a file twice. */
export async function createNameMemory(db: Sql) {
  await db.execute(sql`create temporary table names_in_file (name text primary key) on commit drop`);
  const given = (names: readonly string[]) => sql`jsonb_array_elements_text(${JSON.stringify(names)}::jsonb)`;
  return {
    async known(names: readonly string[]): Promise<string[]> {
      const rows = await rowsOf<{ name: string }>(
        db,
        sql`select name from names_in_file join ${given(names)} as given on given.value = name`,
      );
      return rows.map(({ name }) => name);
    },

    async add(names: readonly string[]) {
      await db.execute(sql`insert into names_in_file select value from ${given(names)} on conflict do nothing`);
    },
  };
}

async function rowsOf<Row>(db: Sql, statement: SQL): Promise<Row[]> {
  const result: unknown = await db.execute(statement);
  return (result as { rows: Row[] }).rows;
}
