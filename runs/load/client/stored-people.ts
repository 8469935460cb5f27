import { createHash } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { request } from './qr-pages.ts';
import type { RunSql } from '../../installation/servers.ts';

const password = 'Foyer-2026';
/** As a browser sends it. */
export const credentials = createHash('sha256').update(password).digest('hex');
export const hashPassword = () => hash(credentials, { memoryCost: 19456, timeCost: 2, parallelism: 1 });

/** Names are the same in SQL and here: person, browser and code number n. */
const mobileOf = (n: number) => `${15_000_000_000 + n}`;
const browserOf = (n: number) => `${n}`.padStart(43, 'b');
const serviceIdOf = (n: number) => `${n}`.padStart(43, 'c');
const humanCheckOf = (n: number) => `${n}`.padStart(43, 'd');
const code = '246810';
const sql = {
  hash: (text: string) => `rtrim(translate(encode(sha256(convert_to(${text}, 'UTF8')), 'base64'), '+/', '-_'), '=')`,
  browser: "lpad(n::text, 43, 'b')",
  serviceId: "lpad(n::text, 43, 'c')",
  humanCheck: "lpad(n::text, 43, 'd')",
};

/**
 * Stores people from number `first` to `last`, who have agreed to the terms, have the same password, and each a browser in
 * which they have signed in and a session there. The session was last seen an hour ago, so that its next use is stored
 * however long the run takes.
 */
export const storePeople = (
  runSql: RunSql,
  { first, last, passwordHash }: { first: number; last: number; passwordHash: string },
) =>
  runSql(`
    insert into accounts (ouid, mobile, name, email, password_hash, last_sign_in_at, created_at)
      select 'load-' || n, (15000000000 + n)::text, '林爱丽', 'load-' || n || '@example.com', '${passwordHash}', now(), now()
      from generate_series(${first}, ${last}) n;
    insert into consents (account, version, language, agreed_at)
      select 'load-' || n, (select max(version) from consents), 'zh-CN', now() from generate_series(${first}, ${last}) n;
    insert into known_browsers (account, browser_id, last_seen_at)
      select 'load-' || n, ${sql.hash(sql.browser)}, now() from generate_series(${first}, ${last}) n;
    insert into sessions (id, token_hash, account, state, method, factors, device, masked_ip,
                          created_at, last_seen_at, expires_at)
      select 'load-' || n, ${sql.hash("'load-session-' || n")}, 'load-' || n, 'open', 'password', '{password}',
             'Chrome · Windows', '10.0.0.*', now() - interval '1 hour', now() - interval '1 hour',
             now() + interval '7 days'
      from generate_series(${first}, ${last}) n;
    analyze`);

/** Stores a code for each of these people, sent to their mobile number in their browser. */
export async function storeCodes(runSql: RunSql, first: number, last: number) {
  const { stdout } = await runSql("copy (select value from secrets where name = 'codes') to stdout");
  const [inner, outer] = hmacBlocks(stdout.trim());
  const keyed = `sha256('\\x${outer}'::bytea || sha256('\\x${inner}'::bytea || convert_to(${sql.serviceId} || E'\\n${code}', 'UTF8')))`;
  await runSql(`
    insert into codes (handle_hash, biz_type, kind, recipient, browser_id, code_hash, created_at, expires_at)
      select ${sql.hash(sql.serviceId)}, 'REGISTER_LOGIN', 'mobile', (15000000000 + n)::text, ${sql.hash(sql.browser)},
             rtrim(translate(encode(${keyed}, 'base64'), '+/', '-_'), '='), now(), now() + interval '1 hour'
      from generate_series(${first}, ${last}) n;
    analyze codes`);
}

/** Stores a solved puzzle in the browser of each of these people. */
export const storeHumanChecks = (runSql: RunSql, first: number, last: number) =>
  runSql(`
    insert into human_checks (puzzle, token_hash, browser_id, expires_at)
      select 'load-' || n, ${sql.hash(sql.humanCheck)}, ${sql.hash(sql.browser)}, now() + interval '1 hour'
      from generate_series(${first}, ${last}) n;
    analyze human_checks`);

/** Stores that so many codes were sent in the last minute, evenly. */
export const storeUsedCodes = (runSql: RunSql, count: number) =>
  runSql(`
    insert into budgets (key, used_at, counts, expires_at)
      select ${sql.hash("'codes'")}, array_agg(t order by t), array_agg(${count} / 60), now() + interval '1 hour'
      from generate_series(date_trunc('second', now()) - interval '58 seconds', now() + interval '1 second', '1 second') t
    on conflict (key) do update set used_at = excluded.used_at, counts = excluded.counts`);

/** The two blocks that HMAC-SHA256 hashes before its inner and its outer text, in hexadecimal. */
const hmacBlocks = (key: string) =>
  [0x36, 0x5c].map((pad) => {
    const block = Buffer.alloc(64, pad);
    for (const [i, byte] of Buffer.from(key).entries()) block[i]! ^= byte;
    return block.toString('hex');
  });

export const loginParams = { endpoint: 'PC' as const, env: { fingerprint: 'bench' } };
const post = (path: string, n: number, body: object) =>
  request(`/api${path}`, n, `foyer_browser=${browserOf(n)}`, JSON.stringify({ ...body, loginParams }));

export const passwordSignIn = (n: number) => post('/login/commit/user', n, { principal: mobileOf(n), credentials });
export const codeCheck = (n: number) => post('/sender/verify', n, { credentials: code, serviceId: serviceIdOf(n) });
/** From a network of its own, because so many people share none. */
export const codeRequest = (n: number) =>
  request(
    '/api/sender/mobile/v3',
    n * 128,
    `foyer_browser=${browserOf(n)}`,
    JSON.stringify({ bizType: 'REGISTER_LOGIN', principal: mobileOf(n), auth: humanCheckOf(n) }),
  );
export const codeSignIn = (n: number) =>
  post('/login/commit', n, { principal: mobileOf(n), serviceId: serviceIdOf(n) });
/** The account page of a person who has signed in. */
export const readAccount = (n: number) => request('/api/user/accounts/me', n, `foyer_session=load-session-${n}`);

export const isDone = (response: string) => response.startsWith('HTTP/1.1 200') && response.includes('"code":0,');
