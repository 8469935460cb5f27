import { expect, test } from 'vitest';
import { after } from './journey.ts';

const mei = {
  is: 'signedIn',
  ouid: 'mei',
  url: '/home',
  loginDoubleCheck: false,
  needAgreement: false,
  newUser: false,
} as const;

test('someone who has nothing left to do leaves for where the service says', () => {
  expect(after(mei)).toEqual({ at: 'leaving', url: '/home' });
});

test('the second factor comes before consent, and consent before the first password [DG-10]', () => {
  const all = { ...mei, needAgreement: true, setPwdServiceId: 'set' };
  const second = { ...all, loginDoubleCheck: true, mobile: '138****8001', preServiceId: 'pre' };
  expect(after(second)).toEqual({ at: 'secondFactor', mobile: '138****8001', preServiceId: 'pre' });
  expect(after(all)).toEqual({ at: 'consent', then: all });
  expect(after({ ...all, needAgreement: false })).toEqual({ at: 'setPassword', serviceId: 'set', url: '/home' });
});

test('consent holds back what it interrupts, and gives it back unchanged [DG-09]', () => {
  for (const is of ['mustAgreeFirst', 'alreadyRegistered'] as const) {
    const held = { is, principal: '13800138002', serviceId: 's' };
    expect(after(held)).toEqual({ at: 'consent', then: held });
  }
});

test('someone who never signed in is asked for their ID number first', () => {
  const asked = { is: 'needsIdentityCheck', name: '尹*', desIdNo: '1101****', serviceId: 's' } as const;
  expect(after(asked)).toEqual({ at: 'identityCheck', asked });
});

test('a stranger who scanned binds a number first, or signs in to the account that theirs has [QR-12] [QR-13]', () => {
  const stranger = { is: 'needsMobile', app: 'wechat', userInfoContextId: 'c', loginId: 'l' } as const;
  expect(after(stranger)).toEqual({ at: 'bindMobile', stranger });
  const known = { is: 'mobileAlreadyBound', app: 'alipay', userInfoContextId: 'c', principal: '138****8003' } as const;
  expect(after(known)).toEqual({ at: 'oneClick', known });
});

test('a company’s person binds an account first, and proves who they are last [SO-06] [SO-08]', () => {
  const asked = {
    is: 'needsAccount',
    accessCode: 'a',
    mobile: '138****8002',
    email: undefined,
    emailOnly: false,
  } as const;
  expect(after(asked)).toEqual({ at: 'bindAccount', asked });
  const unverified = { ...mei, unverified: 'mei' };
  expect(after({ ...unverified, loginDoubleCheck: true, preServiceId: 'pre' })).toMatchObject({ unverified: 'mei' });
  expect(after({ ...unverified, needAgreement: true })).toMatchObject({ at: 'consent', then: { unverified: 'mei' } });
  expect(after(unverified)).toEqual({ at: 'realName', accountId: 'mei', url: '/home' });
});

test('someone who has registered is told so [RG-09]', () => {
  expect(after({ is: 'registered', principal: '13800138002' })).toEqual({ at: 'registered' });
});
