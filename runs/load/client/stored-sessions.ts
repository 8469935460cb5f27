import type { RunSql } from '../../installation/servers.ts';

const prefix = 'bench-session-';

/** The session cookie of the person with this number, from 1. */
export const sessionCookie = (n: number) => `foyer_session=${prefix}${n}`;

/** Stores this many people, each with one live session. */
export const storeSessions = (runSql: RunSql, count: number) =>
  runSql(`
    insert into accounts (ouid, mobile, name, email, created_at)
      select 'bench-' || n, (15000000000 + n)::text, '林爱丽', 'bench-' || n || '@example.com', now()
      from generate_series(1, ${count}) n;
    insert into sessions (id, token_hash, account, state, method, factors, device, masked_ip,
                          created_at, last_seen_at, expires_at)
      select 'bench-' || n,
             rtrim(translate(encode(sha256(convert_to('${prefix}' || n, 'UTF8')), 'base64'), '+/', '-_'), '='),
             'bench-' || n, 'open', 'password', '{password}', 'Chrome · Windows', '10.0.0.*',
             now(), now(), now() + interval '7 days'
      from generate_series(1, ${count}) n;
    analyze`);
