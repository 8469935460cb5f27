import { once } from 'node:events';
import { createServer } from 'node:net';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, test } from 'vitest';
import { openPostgres } from '../database/postgres.ts';
import { StartupError, databaseError, explainStartError, listenError } from './startup-error.ts';

const coded = (code: string, message = '') => Object.assign(new Error(message), { code });
const place = { host: 'db.test', port: 5432, user: 'foyer', database: 'accounts', password: 'never printed' };

test.each([
  ['EADDRINUSE', 'Port 8080 is taken: stop what listens there, or set another PORT'],
  ['EACCES', 'Port 8080 needs more rights than this process has: set a PORT above 1023'],
  [
    'EADDRNOTAVAIL',
    'HOST is "nope.test", which is not an address of this machine: set one that is, or 0.0.0.0 for all',
  ],
  ['ENOTFOUND', 'HOST is "nope.test", which is not an address of this machine: set one that is, or 0.0.0.0 for all'],
  ['EAI_AGAIN', 'HOST is "nope.test", which is not an address of this machine: set one that is, or 0.0.0.0 for all'],
])('names the setting to change when listening fails with %s [D-24]', (code, message) => {
  expect(listenError(coded(code), { host: 'nope.test', port: 8080 })).toEqual(new StartupError(message));
});

test.each([
  [coded('28P01'), 'which refuses the password of "foyer": set the right one'],
  [new Error('SASL: client password must be a string'), 'which refuses the password of "foyer": set the right one'],
  [coded('28000'), 'which rejects the user "foyer": set a user that pg_hba.conf allows'],
  [coded('3D000'), 'which has no database "accounts": create it, or name another'],
  [
    new DrizzleQueryError('create schema', [], coded('42501', 'permission denied for schema drizzle')),
    'where "foyer" lacks a right in "accounts" (permission denied for schema drizzle): grant it, or set another user',
  ],
  [coded('25006'), 'which cannot be written to: let it lead to the primary'],
  [coded('53100'), 'which has no space left: make room'],
  [coded('ENOTFOUND'), 'an unknown host name (ENOTFOUND): set another'],
  ...['ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', '57P03'].map(
    (code) =>
      [coded(code), `which does not answer (${code}): start the database, or set another address`] satisfies [
        Error,
        string,
      ],
  ),
  [new Error('timeout expired'), 'which does not answer (timeout): start the database, or set another address'],
])('explains why the database cannot be used: %s [D-24]', (error, message) => {
  expect(databaseError(error, place)).toEqual(new StartupError(`DATABASE_URL leads to db.test:5432, ${message}`));
});

test('a statement that the database refuses at the start is one line without its values', () => {
  const error = new DrizzleQueryError(
    'insert into accounts values ($1)',
    ['13800138000'],
    coded('22P02', 'wrong: "13800138000"'),
  );
  expect(explainStartError(error)).toBe('The database refused a statement at the start (22P02): wrong: "…"');
  expect(explainStartError(new StartupError('Set it'))).toBe('Set it');
  expect(explainStartError(new TypeError('x is not a function'))).toContain('\n    at ');
});

test('returns other errors unchanged', () => {
  for (const fault of [
    new TypeError('x is not a function'),
    coded('42601', 'syntax error at timeout'),
    new DrizzleQueryError('alter role set statement_timeout', [], coded('42601')),
  ]) {
    expect(listenError(fault, place)).toBe(fault);
    expect(databaseError(fault, place)).toBe(fault);
  }
});

test('names an unreachable database without its password', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  server.close();
  await once(server, 'close');
  const message = `DATABASE_URL leads to 127.0.0.1:${port}, which does not answer (ECONNREFUSED): start the database, or set another address`;
  await expect(openPostgres(`postgres://foyer:hidden@127.0.0.1:${port}/accounts`, '', () => {})).rejects.toEqual(
    new StartupError(message),
  );
});
