import { createHash } from 'node:crypto';
import { readAccount } from '@foyer/contract/rules/account-rules';
import { agreementVersion } from '@foyer/contract/agreement-version';
import type { Person } from '@foyer/sandbox/people';
import type { Services } from '../services.ts';
import { accountStore } from '../store/accounts.ts';
import { consentStore } from '../store/consents.ts';
import { identityStore } from '../store/identities.ts';

/** Gives the sandbox's people the accounts they have; whoever is there already stays as they are. */
export async function seedPeople(
  { database, clock, random, passwords }: Services,
  people: readonly Person[],
  alipayAppId: string,
) {
  const accounts = accountStore(database.sql, agreementVersion);
  const consents = consentStore(database.sql);
  const identities = identityStore(database.sql);
  for (const person of people.filter(({ hasAccount }) => hasAccount)) {
    const principal = readAccount(person.mobile ?? person.email ?? '');
    if (!principal || (await accounts.find(principal))) continue;
    const now = new Date(clock.now());
    const ouid = random.token(16);
    await accounts.add({
      ouid,
      mobile: person.mobile ?? null,
      email: person.email ?? null,
      name: person.name.zh,
      idNumber: person.invitedWithId ?? person.idNumber ?? null,
      identityCheckedAt: person.idNumber ? now : null,
      passwordHash: person.password ? await hashed(person.password) : null,
      secondFactor: person.secondFactor ?? false,
      disabledAt: person.disabled ? now : null,
      realNameAt: person.verified ? now : null,
      createdAt: now,
    });
    const consent = { account: ouid, version: agreementVersion, language: 'zh-CN', agreedAt: now };
    if (!person.notAgreed) await consents.add(consent);
    const links = subjectsOf(person, alipayAppId).map((subject) => ({ ...subject, id: random.token(16) }));
    if (links.length > 0) await identities.link(ouid, links, now);
  }

  async function hashed(password: string) {
    const slot = passwords.reserveSlot();
    if (!slot) throw new Error('The line for hashing is full before anyone came');
    try {
      return await slot.hash(createHash('sha256').update(password).digest('hex'));
    } finally {
      slot.release();
    }
  }
}

/** The names under which the apps that are linked to someone's account know them. */
function subjectsOf({ appAccounts, linkedApps = [] }: Person, alipayAppId: string) {
  if (!appAccounts) return [];
  const subjects = {
    wechat: { provider: 'wechat.unionid', subject: appAccounts.wechat.unionid },
    alipay: { provider: `alipay.openid.${alipayAppId}`, subject: appAccounts.alipay.openId },
    dingtalk: { provider: 'dingtalk.unionid', subject: appAccounts.dingtalk.unionId },
  };
  return linkedApps.map((app) => subjects[app]);
}
