import { people, type Person } from '@foyer/sandbox/people';

/** Someone with a password, by the account that they sign in with. */
export interface Member {
  name: Person['name'];
  account: string;
  password: string;
}

export const alice = member('alice');
export const fay = member('fay');
/** Whose account is disabled. */
export const gus = member('gus');
/** Who has sign-in security on: a code follows. */
export const bob = member('bob');
/** Who was invited by a company and has never signed in. */
export const erin = member('erin');
/** Who has not agreed to the agreement in force. */
export const hua = member('hua');

/** Nobody: it looks like an account and is none. */
export const stranger: Member = { name: { zh: '', en: '' }, account: '13900139000', password: alice.password };

function member(id: string): Member {
  const person = people.find((one) => one.id === id);
  const account = person?.mobile ?? person?.email;
  if (!person?.password || !account) throw new Error(`${id} cannot sign in with a password`);
  return { name: person.name, account, password: person.password };
}
