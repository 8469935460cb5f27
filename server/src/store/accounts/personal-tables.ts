import type { ExportField, ExportSection } from '@foyer/contract/personal-data-names';
import { type SQL, eq, getTableColumns, inArray, or, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Account } from './accounts.ts';
import type { AuditEvent } from '../audit.ts';
import { auditEvents } from '../schema/audit-schema.ts';
import { knownBrowsers, rememberedAccounts, trustedBrowsers } from '../schema/browser-schema.ts';
import { contactChanges, waitingContactChanges } from '../schema/contact-schema.ts';
import { authenticatorSetups, authenticators, backupCodes } from '../schema/factor-schema.ts';
import { importedPasswords } from '../schema/import-schema.ts';
import { accountAttributes } from '../schema/attribute-schema.ts';
import { accountRoles, oidcLogouts, oidcPermissions, oidcRecords, oidcSessions } from '../schema/oidc-schema.ts';
import { passkeyChallenges, passkeys } from '../schema/passkey-schema.ts';
import { idNumberClaims, personSearches } from '../schema/real-name-schema.ts';
import { accounts, agreements, codes, identities, passwordSetups, pendingSignIns, sessions } from '../schema/schema.ts';

/** `secret`: it opens something, or did. `internal`: it names a row or a browser and says nothing about the person. */
type Reason = 'secret' | 'internal';

/** A table that holds data of people. */
export interface PersonalTable {
  section: ExportSection;
  table: PgTable;
  /** The rows of one account. */
  isOf(account: Pick<Account, 'ouid' | 'mobile' | 'email'>): SQL | undefined;
  /** What an export shows of each row. */
  shown: Partial<Record<ExportField, PgColumn | SQL>>;
  /** The columns that it does not show. */
  hidden: Record<string, Reason>;
}

function holds<Table extends PgTable & { account: PgColumn }>(
  section: ExportSection,
  table: Table,
  shown: readonly (ExportField & keyof Table['_']['columns'])[],
  hidden: Record<string, Reason>,
  isOf: PersonalTable['isOf'] = ({ ouid }) => eq(table.account, ouid),
): PersonalTable {
  return { section, table, isOf, shown: pick(table, shown), hidden };
}

function pick(table: PgTable, names: readonly ExportField[]) {
  const columns: Record<string, PgColumn> = getTableColumns(table);
  return Object.fromEntries(names.map((name) => [name, columns[name]!]));
}

const ofSessions = (column: PgColumn, name: 'id' | 'sid') => (account: { ouid: string }) =>
  inArray(column, sql`(select ${sessions[name]} from ${sessions} where ${sessions.account} = ${account.ouid})`);

/**
 * Every table that holds data of people, and what an export shows of it. A test compares it with the schema: a new table or
 * a new column has to be added here.
 */
export const personalTables: readonly PersonalTable[] = [
  {
    section: 'account',
    table: accounts,
    isOf: ({ ouid }) => eq(accounts.ouid, ouid),
    shown: pick(accounts, [
      'ouid',
      'externalId',
      'mobile',
      'email',
      'name',
      'latinName',
      'idNumber',
      'language',
      'realNameAt',
      'identityCheckedAt',
      'secondFactor',
      'lastSecondFactor',
      'passwordChangedAt',
      'passwordResetAt',
      'lastSignInAt',
      'createdAt',
      'disabledAt',
      'closesAt',
    ]),
    hidden: {
      passwordHash: 'secret',
      newFactors: 'internal',
      enrolledFactors: 'internal',
      passkeyOfferFrom: 'internal',
    },
  },
  holds('attributes', accountAttributes, ['attribute', 'value'], { account: 'internal' }),
  holds('consents', agreements, ['version', 'language', 'agreedAt'], { account: 'internal' }),
  holds('identities', identities, ['provider', 'subject', 'since'], { id: 'internal', account: 'internal' }),
  holds('contactChanges', contactChanges, ['kind', 'before', 'after', 'changedAt', 'undoneAt', 'expiresAt'], {
    id: 'internal',
    account: 'internal',
    undoHash: 'secret',
  }),
  holds(
    'waitingContactChanges',
    waitingContactChanges,
    ['kind', 'before', 'after', 'reason', 'askedAt', 'dueAt', 'endedAt', 'outcome'],
    { id: 'internal', account: 'internal', askedBy: 'internal', stopHash: 'secret', reminderHashes: 'secret' },
  ),
  holds(
    'sessions',
    sessions,
    ['state', 'method', 'factors', 'device', 'maskedIp', 'createdAt', 'provenAt', 'lastSeenAt', 'expiresAt', 'shared'],
    { id: 'internal', tokenHash: 'secret', sid: 'internal', account: 'internal', usedHandleHash: 'secret' },
  ),
  holds('knownBrowsers', knownBrowsers, ['lastSeenAt'], { account: 'internal', browserId: 'internal' }),
  holds('trustedBrowsers', trustedBrowsers, ['device', 'since', 'expiresAt'], {
    id: 'internal',
    account: 'internal',
    tokenHash: 'secret',
    browserId: 'internal',
  }),
  holds('rememberedAccounts', rememberedAccounts, ['method', 'lastUsedAt'], {
    browserId: 'internal',
    account: 'internal',
  }),
  holds('applications', oidcPermissions, ['client', 'scopes', 'allowedAt'], { account: 'internal' }),
  holds('applicationRoles', accountRoles, ['client', 'roles', 'groups'], { account: 'internal' }),
  {
    section: 'applicationSessions',
    table: oidcSessions,
    isOf: ofSessions(oidcSessions.sid, 'sid'),
    shown: {
      client: sql<string>`(select string_agg(client, ', ') from jsonb_object_keys(${oidcSessions.authorizations}) as client)`,
    },
    hidden: { sid: 'internal', authorizations: 'secret', state: 'secret' },
  },
  {
    ...holds('applicationRecords', oidcRecords, ['model', 'createdAt', 'consumedAt', 'expiresAt'], {
      idHash: 'secret',
      payload: 'secret',
      grantId: 'secret',
      account: 'internal',
    }),
    shown: {
      ...pick(oidcRecords, ['model', 'createdAt', 'consumedAt', 'expiresAt']),
      client: sql<string>`${oidcRecords.payload} ->> 'clientId'`,
    },
  },
  holds('applicationLogouts', oidcLogouts, ['client'], {
    sid: 'internal',
    account: 'internal',
    attempts: 'internal',
    nextAttemptAt: 'internal',
  }),
  {
    section: 'auditEvents',
    table: auditEvents,
    isOf: ({ ouid }) => eq(auditEvents.account, ouid),
    shown: {
      ...pick(auditEvents, ['at', 'type', 'actor', 'method', 'factor', 'device', 'maskedIp']),
      // The names of the operators who ran and approved a command are data of these operators.
      details: sql<AuditEvent['details']>`${auditEvents.details} - 'by' - 'approvedBy'`,
    },
    hidden: { id: 'internal', account: 'internal', requestId: 'internal', sid: 'internal' },
  },
  holds('pendingSignIns', pendingSignIns, ['awaiting', 'method', 'factors', 'expiresAt', 'usedAt'], {
    handleHash: 'secret',
    account: 'internal',
    browserId: 'internal',
    redirectUrl: 'secret',
    usedHandleHash: 'secret',
    linkIdentities: 'secret',
    linkProvider: 'secret',
    linkSubject: 'secret',
  }),
  holds(
    'codes',
    codes,
    ['bizType', 'recipient', 'createdAt', 'expiresAt', 'verifiedAt', 'usedAt'],
    {
      handleHash: 'secret',
      kind: 'internal',
      account: 'internal',
      previousHandleHash: 'secret',
      browserId: 'internal',
      codeHash: 'secret',
      sealedServiceId: 'secret',
      failedAttempts: 'internal',
      usedWithHash: 'secret',
    },
    // Most codes are sent before the account is known.
    ({ ouid, mobile, email }) =>
      or(
        eq(codes.account, ouid),
        inArray(
          codes.recipient,
          [mobile, email].filter((one) => one !== null),
        ),
      ),
  ),
  {
    section: 'passwordSetups',
    table: passwordSetups,
    isOf: ofSessions(passwordSetups.session, 'id'),
    shown: pick(passwordSetups, ['expiresAt', 'usedAt']),
    hidden: { handleHash: 'secret', session: 'internal' },
  },
  holds('passkeys', passkeys, ['name', 'aaguid', 'backedUp', 'createdAt', 'lastUsedAt'], {
    id: 'internal',
    account: 'internal',
    credentialId: 'internal',
    publicKey: 'internal',
    counter: 'internal',
    transports: 'internal',
    backupEligible: 'internal',
    userHandle: 'internal',
  }),
  holds('passkeyChallenges', passkeyChallenges, ['expiresAt', 'usedAt'], {
    challengeHash: 'secret',
    browserId: 'internal',
    purpose: 'internal',
    account: 'internal',
  }),
  holds('authenticators', authenticators, ['createdAt', 'lastUsedAt'], {
    account: 'internal',
    encryptedSecret: 'secret',
    lastStep: 'internal',
  }),
  holds('authenticatorSetups', authenticatorSetups, ['expiresAt'], {
    handleHash: 'secret',
    account: 'internal',
    browserId: 'internal',
    encryptedSecret: 'secret',
  }),
  holds('backupCodes', backupCodes, ['createdAt', 'usedAt'], {
    account: 'internal',
    codeHash: 'secret',
    salt: 'secret',
    pending: 'internal',
    setupHash: 'secret',
  }),
  holds('importedPasswords', importedPasswords, ['expiresAt'], {
    account: 'internal',
    hash: 'secret',
    dummy: 'secret',
  }),
  holds('idNumberClaims', idNumberClaims, ['idNumber', 'claimedAt'], { account: 'internal', handleHash: 'secret' }),
  holds('accountSearches', personSearches, ['expiresAt'], {
    account: 'internal',
    handleHash: 'secret',
    personHash: 'secret',
    browserId: 'internal',
  }),
];
