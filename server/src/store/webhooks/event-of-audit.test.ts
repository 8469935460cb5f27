import { expect, test } from 'vitest';
import { webhookEventOf } from './event-of-audit.ts';

const account = 'ouid';
const person = account;

// What people do is proven where it happens (audit-types.test.ts); these are acts of operators, and records with two meanings.
test.each([
  [{ type: 'accountDisabled' }, { type: 'person.disabled', data: { person } }],
  [{ type: 'accountEnabled' }, { type: 'person.enabled', data: { person } }],
  [{ type: 'secondFactorReset' }, { type: 'factor.recovered', data: { person } }],
  [
    { type: 'accountMerged', details: { into: 'other' } },
    { type: 'person.merged', data: { person, into: 'other' } },
  ],
  [{ type: 'accountMerged', details: { from: 'other' } }, undefined],
  [
    { type: 'signInFailed', method: 'password', details: { reason: 'lockedOut' } },
    { type: 'signIn.locked', data: { person, method: 'password' } },
  ],
  [{ type: 'signInFailed', method: 'password', details: { reason: 'wrongCredentials' } }, undefined],
  [{ type: 'signInFailed', account: undefined, details: { reason: 'lockedOut' } }, undefined],
  [{ type: 'signInDisowned', details: { ended: 0 } }, undefined],
  [
    { type: 'operatorCommand', account: undefined, details: { command: 'sso add', by: 'mei', company: 'acme' } },
    { type: 'company.connected', data: { company: 'acme' } },
  ],
  [{ type: 'operatorCommand', account: undefined, details: { command: 'sso remove', company: 'acme' } }, undefined],
] as const)('%o is told as %o', (audited, told) => {
  expect(webhookEventOf({ account, details: {}, ...audited })).toEqual(told);
});
