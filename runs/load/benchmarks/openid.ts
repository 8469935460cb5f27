import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { startBare } from './bare-process.ts';
import type { Comparison } from './benchmark.ts';
import { type Pool, openConnections } from '../client/connection-pool.ts';
import { cpuOfChild, cpuOfService } from '../client/processor-time.ts';
import { withServers } from '../../installation/servers.ts';
import { withService } from '../client/service.ts';
import { sessionCookie, storeSessions } from '../client/stored-sessions.ts';

const concurrency = 16;
const duration = 6000;
const redirectUri = 'http://localhost:9/callback';
const verifier = 'a'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const query = new URLSearchParams({
  client_id: 'bench',
  response_type: 'code',
  redirect_uri: redirectUri,
  scope: 'openid profile',
  state: 'bench',
  code_challenge: challenge,
  code_challenge_method: 'S256',
});

/** Compares an application's sign-in of a person who is signed in with the same at the bare library. */
export const measureOpenid = () =>
  withServers(async ({ settings: servers, runSql }) => {
    // The command also creates the tables.
    const add = [
      'scripts/foyer.mjs',
      'clients',
      'add',
      'bench',
      '--public',
      '--first-party',
      '--redirect-uri',
      redirectUri,
    ];
    await promisify(execFile)(process.execPath, add, { env: { PATH: process.env.PATH, ...servers } });
    await storeSessions(runSql, concurrency);
    return withService(measure, servers);
  });

type Name = 'foyer' | 'bare';
interface Target {
  pool: Pool;
  cookies: string[];
  readCpu: () => Promise<number>;
}
interface Throughput {
  perSecond: number;
  cpu: number;
}

async function measure(origin: string): Promise<Comparison[]> {
  const { child: bare, origin: bareOrigin } = await startBare('bare-openid-provider.ts', [redirectUri]);
  const targets: Record<Name, Target> = {
    foyer: {
      pool: await openConnections(origin, concurrency),
      cookies: Array.from({ length: concurrency }, (_, n) => sessionCookie(n + 1)),
      readCpu: () => cpuOfService(origin),
    },
    bare: {
      pool: await openConnections(bareOrigin, concurrency),
      cookies: await Promise.all(Array.from({ length: concurrency }, () => signIn(bareOrigin))),
      readCpu: () => cpuOfChild(bare),
    },
  };
  const results: Record<Name, Throughput[]> = { foyer: [], bare: [] };
  try {
    // Measures both alternately, so that a period of noise affects both. The first round loads the code.
    for (let round = 0; round < 3; round++)
      for (const name of Object.keys(targets) as Name[]) {
        const result = await signInsPerSecond(targets[name]);
        if (round > 0) results[name].push(result);
      }
  } finally {
    for (const { pool } of Object.values(targets)) pool.close();
    bare.kill();
  }
  const row = (name: string, best: (list: Throughput[]) => number, unit: string) => ({
    name,
    value: best(results.foyer),
    baseline: 'oidc-provider, state in memory',
    baselineValue: best(results.bare),
    unit,
  });
  return [
    row('sign-ins to applications', (list) => Math.max(...list.map(({ perSecond }) => perSecond)), '/s'),
    row('CPU time of such a sign-in', (list) => Math.min(...list.map(({ cpu }) => cpu)), 'µs'),
  ];
}

/** Authorization, token and userinfo, one after the other, in several browsers at once. */
async function signInsPerSecond({ pool, cookies, readCpu }: Target): Promise<Throughput> {
  const before = await readCpu();
  const start = performance.now();
  let done = 0;
  const repeat = async (cookie: string) => {
    while (performance.now() - start < duration) {
      await signInToApplication(pool, cookie);
      done += 1;
    }
  };
  await Promise.all(cookies.map(repeat));
  const perSecond = (done * 1000) / (performance.now() - start);
  return { perSecond, cpu: ((await readCpu()) - before) / done };
}

async function signInToApplication(pool: Pool, cookie: string) {
  const send = (lines: string[], body = '') =>
    new Promise<string>((resolve) =>
      pool.send([...lines, 'Host: localhost', `Content-Length: ${body.length}`, '', body].join('\r\n'), resolve),
    );
  const redirect = await send([`GET /oidc/auth?${query} HTTP/1.1`, `Cookie: ${cookie}`]);
  const [, code] = /\r\nlocation: http:\/\/localhost:9\/callback\?code=([^&\r]+)/i.exec(redirect) ?? [];
  if (!code) throw new Error(`No code: ${redirect}`);
  const form = {
    grant_type: 'authorization_code',
    client_id: 'bench',
    redirect_uri: redirectUri,
    code,
    code_verifier: verifier,
  };
  const tokens = await send(
    ['POST /oidc/token HTTP/1.1', 'Content-Type: application/x-www-form-urlencoded'],
    new URLSearchParams(form).toString(),
  );
  const [, accessToken] = /"access_token":"([^"]+)"/.exec(tokens) ?? [];
  if (!accessToken || !tokens.includes('"id_token"')) throw new Error(`No tokens: ${tokens}`);
  const claims = await send(['GET /oidc/userinfo HTTP/1.1', `Authorization: Bearer ${accessToken}`]);
  if (!claims.includes('"sub":"bench-')) throw new Error(`No claims: ${claims}`);
}

/** Follows the redirects of a first request, and returns the cookies of the session. */
async function signIn(origin: string) {
  const jar = new Map<string, string>();
  let url = `${origin}/oidc/auth?${query}`;
  while (url.startsWith(origin)) {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';', 1)[0]!.split('=');
      jar.set(name, value);
    }
    const location = response.headers.get('location');
    if (!location) throw new Error(`The bare provider answered ${response.status}: ${await response.text()}`);
    url = new URL(location, url).href;
  }
  return [...jar]
    .filter(([name]) => name.startsWith('_session'))
    .map((pair) => pair.join('='))
    .join('; ');
}
