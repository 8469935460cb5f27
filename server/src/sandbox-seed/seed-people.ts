import { backupCode as limits, contactUndo } from '@foyer/contract/limits';
import { readAccount } from '@foyer/contract/rules/account-rules';
import { readBackupCode } from '@foyer/contract/rules/backup-code-rules';
import { days } from '@foyer/contract/time';
import { type SandboxApps, appsIn } from '@foyer/sandbox/apps/sandbox-apps';
import type { Person } from '@foyer/sandbox/people';
import type { Services } from '../services.ts';
import { sealSecret } from '../parts/stored-factor/authenticator.ts';
import { hashBackupCodes } from '../parts/stored-factor/backup-codes.ts';
import type { HashingSlot } from '../platform/passwords.ts';
import { sha256, sha256Hex } from '../platform/sha256.ts';
import { contactChanges } from '../store/schema/contact-schema.ts';

type EmailChange = NonNullable<Person['emailChange']>;

/** A hash takes long, and a reset needs the same ones again. */
const passwordHashes = new Map<string, string>();
const backupCodeHashes = new Map<string, Awaited<ReturnType<typeof hashBackupCodes>>>();

/** Creates the accounts of the sandbox's people, and says so in the database first. An existing account stays unchanged. */
export async function seedPeople(
  { database, stores, clock, random, passwords, encryptionKeys }: Services,
  people: readonly Person[],
  apps: SandboxApps,
) {
  const { accounts, authenticators, backupCodes, agreements, identities, passkeys, sandboxEntries } = stores;
  await sandboxEntries.add('contact', ...contactsOf(people));
  const owned = appsIn(apps).flatMap(([, { ownsProvider }]) => ownsProvider ?? []);
  await sandboxEntries.add('provider', ...owned);
  for (const person of people.filter(({ hasAccount }) => hasAccount)) {
    const principal = readAccount(person.mobile ?? person.email ?? '');
    if (!principal || (await accounts.find(principal))) continue;
    const now = new Date(clock.now());
    const ouid = random.token(16);
    await sandboxEntries.add('account', ouid);
    await accounts.add({
      ouid,
      mobile: person.mobile ?? null,
      email: person.email ?? null,
      name: person.name.zh,
      latinName: person.name.en,
      idNumber: person.invitedWithId ?? person.idNumber ?? null,
      identityCheckedAt: person.idNumber ? now : null,
      passwordHash: person.password ? await hashed(person.password) : null,
      disabledAt: person.disabled ? now : null,
      realNameAt: person.verified ? now : null,
      createdAt: now,
      closesAt: person.closing ? new Date(now.getTime() + days(10)) : null,
    });
    if (person.emailChange) await addContactChange(ouid, person.emailChange, person.email ?? null);
    if (!person.notAgreed) await agreements.add(ouid, 'zh-CN');
    const subjects = subjectsOf(person, apps);
    if (subjects.length > 0) await identities.link(ouid, subjects);
    await addFactors(ouid, person);
  }

  async function addFactors(ouid: string, { id, totpSecret, backupCodes: left, passkey, secondFactor }: Person) {
    if (passkey) await passkeys.add(asStored(ouid, passkey));
    if (totpSecret) {
      const encryptedSecret = sealSecret({ encryptionKeys }, ouid, totpSecret);
      await authenticators.save(ouid, { encryptedSecret, step: 0 });
    }
    if (left) {
      const codes = left.map(readBackupCode);
      // The others were used: no code has these texts.
      const used = Array.from({ length: limits.count - codes.length }, (_, n) => `used ${n}`);
      const hashes =
        backupCodeHashes.get(id) ?? (await withSlot((slot) => hashBackupCodes(random, slot, [...codes, ...used])));
      backupCodeHashes.set(id, hashes);
      const { salt, codeHashes } = hashes;
      await backupCodes.replace(ouid, salt, codeHashes);
      for (const codeHash of codeHashes.slice(codes.length)) await backupCodes.use(ouid, codeHash);
    }
    if (secondFactor) await accounts.setSecondFactor(ouid, true);
  }

  /** A change of yesterday, with a handle that the panel knows. */
  async function addContactChange(account: string, { before, undoHandle }: EmailChange, after: string | null) {
    const changedAt = clock.now() - days(1);
    await database.sql.insert(contactChanges).values({
      account,
      kind: 'email',
      before,
      after,
      undoHash: sha256(undoHandle),
      changedAt: new Date(changedAt),
      expiresAt: new Date(changedAt + contactUndo.lifetime),
    });
  }

  async function hashed(password: string) {
    const known = passwordHashes.get(password);
    if (known) return known;
    const hash = await withSlot((slot) => slot.hash(sha256Hex(password)));
    passwordHashes.set(password, hash);
    return hash;
  }

  async function withSlot<Result>(work: (slot: HashingSlot) => Promise<Result>) {
    const slot = passwords.reserveSlot();
    if (!slot) throw new Error('The password queue is full before the first request');
    try {
      return await work(slot);
    } finally {
      slot.release();
    }
  }
}

/** Every mobile number and e-mail address of theirs, also those of people who have no account yet. */
const contactsOf = (people: readonly Person[]) => [
  ...new Set(
    people
      .flatMap(({ mobile, email, emailChange, appAccounts }) => [
        mobile,
        email,
        emailChange?.before,
        ...Object.values(appAccounts ?? {}).map((account) => ('mobile' in account ? account.mobile : undefined)),
      ])
      .filter((contact) => contact !== undefined),
  ),
];

/** As the authenticator of the sandbox would have created it: it is of no known model, copies its passkeys and does not count. */
const asStored = (account: string, { credentialId, publicKey }: NonNullable<Person['passkey']>) => ({
  account,
  credentialId,
  publicKey,
  counter: 0,
  transports: ['internal'],
  aaguid: '00000000-0000-0000-0000-000000000000',
  backupEligible: true,
  backedUp: true,
});

/** The person's ids at the apps that are linked to their account, of those that are offered. */
const subjectsOf = ({ appAccounts, linkedApps = [] }: Person, apps: SandboxApps) =>
  appAccounts
    ? appsIn(apps).flatMap(([name, app]) => (linkedApps.includes(name) ? app.subjectOf(appAccounts) : []))
    : [];
