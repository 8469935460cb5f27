import type { WechatPerson } from './wechat-account.ts';

/** Everyone known to the official account, and whether they follow it. */
export function createWechatFollowers(known: readonly { person: WechatPerson; follows: boolean }[]) {
  const initial = () => new Map(known.map(({ person, follows }) => [person.openid, { ...person, follows }]));
  let people = initial();

  return {
    reset() {
      people = initial();
    },
    find: (openid: string) => people.get(openid),
    /** Returns true for a new follower. */
    follow(person: WechatPerson) {
      const isNew = !people.get(person.openid)?.follows;
      people.set(person.openid, { ...person, follows: true });
      return isNew;
    },
    unfollow(openid: string) {
      const person = people.get(openid);
      if (person) person.follows = false;
    },
  };
}
