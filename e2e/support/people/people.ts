import type { Language } from '@foyer/contract/language';
import { people, type Person } from '@foyer/sandbox/people';

export interface Credentials {
  account: string;
  password: string;
}

/** A person with an account and a password. */
export interface Member extends Credentials {
  name: Person['name'];
}

/** The name that the page shows in a language. */
export const nameIn = (language: Language, { name }: Member) => (language === 'zh-CN' ? name.zh : name.en);

export const alice = member('alice');
export const fay = member('fay');
/** The second factor is on. */
export const bob = member('bob');
/** Invited by a company and never signed in: an identity check is required. */
export const erin = member('erin');
/** Has not agreed to the current agreement. */
export const hua = member('hua');

/** Has an authenticator app, a mobile number and two backup codes. */
export const kit = member('kit');

/** Has no password: signs in by code. */
export const dan = { account: people.find(({ id }) => id === 'dan')!.mobile! };

/** Looks like an account but is not registered. */
export const unregistered: Credentials = { account: '13900139000', password: alice.password };

function member(id: string): Member {
  const person = people.find((one) => one.id === id);
  const account = person?.mobile ?? person?.email;
  if (!person?.password || !account) throw new Error(`${id} cannot sign in with a password`);
  return { name: person.name, account, password: person.password };
}
