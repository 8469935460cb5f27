import type { WechatPerson } from './wechat-account.ts';

/** Everyone the account has ever heard of, and whether they follow it now. */
export function createWechatFollowers(known: readonly { person: WechatPerson; follows: boolean }[]) {
  const people = new Map(known.map(({ person, follows }) => [person.openid, { ...person, follows }]));

  return {
    find: (openid: string) => people.get(openid),
    /** True for someone who did not until now. */
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

export type WechatFollowers = ReturnType<typeof createWechatFollowers>;
