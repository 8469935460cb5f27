import { describe, expect, test } from 'vitest';
import type { Account } from '../../store/accounts/accounts.ts';
import { type Mergeable, mergeConflicts, mergedFields } from './merge-rules.ts';

const nothing: Account = {
  ouid: 'AAAAAAAAAAAAAAAAAAAAAA',
  externalId: null,
  mobile: null,
  email: null,
  name: null,
  latinName: null,
  idNumber: null,
  passwordHash: null,
  passwordResetAt: null,
  passwordChangedAt: null,
  secondFactor: false,
  lastSecondFactor: null,
  newFactors: {},
  enrolledFactors: 0,
  disabledAt: null,
  lastSignInAt: null,
  identityCheckedAt: null,
  language: null,
  passkeyOfferFrom: null,
  realNameAt: null,
  createdAt: new Date('2026-01-01'),
  closesAt: null,
};
const then = new Date('2026-02-01');

const mergeable = (account: Partial<Account>, more: Partial<Mergeable> = {}): Mergeable => ({
  account: { ...nothing, ...account },
  identities: [],
  passkeys: [],
  agreements: [],
  applications: [],
  canBeUndone: false,
  ...more,
});
const [mobile, email] = [{ mobile: '13800138000' }, { email: 'mei@example.com' }];

describe('two accounts of one person', () => {
  test.each<[string, Mergeable, Mergeable]>([
    ['with different contacts', mergeable(mobile), mergeable(email)],
    ['with the same name', mergeable({ ...mobile, name: '梅' }), mergeable({ ...email, name: '梅' })],
    [
      'with identities of two companies',
      mergeable(mobile, { identities: [{ provider: 'sso.acme', subject: '1' }] }),
      mergeable(email, { identities: [{ provider: 'sso.other', subject: '1' }] }),
    ],
    [
      'whose second factor is a text message, because the mobile number moves',
      mergeable({ ...mobile, secondFactor: true }),
      mergeable(email),
    ],
    [
      'whose second factor is a passkey, because it moves',
      mergeable({ ...email, secondFactor: true, enrolledFactors: 1 }, { passkeys: ['one'] }),
      mergeable({}),
    ],
    ['of which the remaining one can undo a change', mergeable(mobile), mergeable(email, { canBeUndone: true })],
  ])('can be merged %s', (_, from, into) => {
    expect(mergeConflicts(from, into)).toEqual([]);
  });

  test.each<[Mergeable, Mergeable, RegExp]>([
    [mergeable({ ...mobile, disabledAt: then }), mergeable(email), /^138\*{4}8000 is disabled: enable it first$/],
    [mergeable(mobile), mergeable({ ...email, disabledAt: then }), /^m\*{3}@example\.com is disabled/],
    [mergeable({ ...mobile, closesAt: then }), mergeable(email), /^138\*{4}8000 is to be erased/],
    [mergeable(mobile, { canBeUndone: true }), mergeable(email), /can still be undone: wait/],
    [
      mergeable({ ...mobile, idNumber: '1' }),
      mergeable(email),
      /^138\*{4}8000 awaits the identity check: the person signs in to it first$/,
    ],
    [
      mergeable(mobile),
      mergeable({ mobile: '13900139000' }),
      /^Both have a mobile number, 138\*{4}8000 and 139\*{4}9000: the person removes one of them first$/,
    ],
    [
      mergeable(email),
      mergeable({ email: 'lin@example.com' }),
      /^Both have an e-mail address, m\*{3}@example\.com and l/,
    ],
    [
      mergeable(mobile, { identities: [{ provider: 'wechat.unionid', subject: '1' }] }),
      mergeable(email, { identities: [{ provider: 'wechat.openid.wx1', subject: '2' }] }),
      /^Both have an identity of wechat: the person unlinks one of them first$/,
    ],
    [
      mergeable(mobile, { identities: [{ provider: 'sso.acme', subject: '1' }] }),
      mergeable(email, { identities: [{ provider: 'sso.acme', subject: '2' }] }),
      /^Both have an identity of sso\.acme/,
    ],
    [
      mergeable({ ...mobile, idNumber: '1', realNameAt: then, identityCheckedAt: then }),
      mergeable({ ...email, idNumber: '2' }),
      /^Their ID numbers differ/,
    ],
    [mergeable({ ...mobile, name: '梅' }), mergeable({ ...email, name: '林' }), /^Their names differ/],
    [
      mergeable({ ...email, secondFactor: true, enrolledFactors: 1 }),
      mergeable({}),
      /asks for a second factor that cannot move/,
    ],
  ])('cannot be merged, in words: case %#', (from, into, conflict) => {
    expect(mergeConflicts(from, into)).toEqual([expect.stringMatching(conflict)]);
  });
});

describe('the remaining account', () => {
  const verified = { name: '梅', latinName: 'Mei', idNumber: '1', realNameAt: then, identityCheckedAt: then };

  test('keeps what it has and takes what it lacks', () => {
    const from = { ...nothing, ...mobile, language: 'en-US', secondFactor: true } as const;
    const into = { ...nothing, ...email, language: 'zh-CN', name: '梅' } as const;
    expect(mergedFields(from, into)).toMatchObject({
      ...mobile,
      ...email,
      language: 'zh-CN',
      name: '梅',
      secondFactor: true,
    });
  });

  test('takes a real name only with its proof, and keeps its own proven one', () => {
    const claimed = { ...verified, realNameAt: null, identityCheckedAt: null };
    expect(mergedFields({ ...nothing, ...verified }, nothing)).toMatchObject(verified);
    expect(mergedFields({ ...nothing, ...claimed }, nothing)).toMatchObject({ name: null, idNumber: null });
    const own = { ...verified, latinName: 'May' };
    expect(mergedFields({ ...nothing, ...verified }, { ...nothing, ...own })).toMatchObject(own);
  });
});
