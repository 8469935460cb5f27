import { expect, test } from 'vitest';
import { after } from './journey.ts';

const mei = { is: 'signedIn', ouid: 'mei', url: '/home', loginDoubleCheck: false, needAgreement: false, newUser: false } as const;

test('someone who has nothing left to do leaves for where the service says', () => {
  expect(after(mei)).toEqual({ at: 'leaving', url: '/home' });
});

test('the second factor comes before consent, and consent before leaving', () => {
  expect(after({ ...mei, loginDoubleCheck: true, needAgreement: true })).toEqual({ at: 'secondFactor' });
  expect(after({ ...mei, needAgreement: true })).toEqual({ at: 'consent', then: { ...mei, needAgreement: true } });
});

test('someone who never signed in is asked for their ID number first', () => {
  expect(after({ is: 'needsIdentityCheck', name: '尹*', desIdNo: '1101****', serviceId: 's' })).toEqual({
    at: 'identityCheck',
  });
});
