import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, test } from 'vitest';
import { isDatabaseUnavailable } from './database.ts';

const coded = (code: string, message = '') => Object.assign(new Error(message), { code });
const asked = (cause: Error) => new DrizzleQueryError('select timeout', [], cause);

test.each([
  ['that refuses', asked(coded('ECONNREFUSED'))],
  ['that refuses on both families', new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')])],
  ['that is shutting down', asked(coded('57P01'))],
  ['that has no connection left', asked(coded('53300'))],
  ['that cancelled a late statement', asked(coded('57014'))],
  ['that is a standby or read-only', asked(coded('25006'))],
  ['whose disk is full', asked(coded('53100'))],
  ['that cannot read or write its files', asked(coded('58030'))],
  ['that ended a deadlock', asked(coded('40P01'))],
  ['that breaks off', asked(new Error('Connection terminated unexpectedly'))],
  ['that does not even say that it is late', asked(new Error('Query read timeout'))],
  ['whose connection timed out', asked(new Error('timeout exceeded when trying to connect'))],
])('treats a database %s as unavailable', (_, error) => {
  expect(isDatabaseUnavailable(error)).toBe(true);
});

test.each([
  ['a key that is taken', asked(coded('23505'))],
  ['a statement that is wrong', asked(coded('42601', 'syntax error at timeout'))],
  ['a mistake of ours', new TypeError('x is not a function')],
  ['what is no error', 'ECONNREFUSED'],
])('does not treat %s as an unavailable database', (_, error) => {
  expect(isDatabaseUnavailable(error)).toBe(false);
});
