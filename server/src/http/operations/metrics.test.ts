import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { createRateLimit } from '../../cache/rate-limit.ts';
import { openRedis } from '../../cache/redis.ts';
import { knownLabels } from '../../platform/metric-labels.ts';
import { createMetrics } from '../../platform/metrics.ts';
import { runInScope } from '../../platform/request-scope.ts';
import { createUpstreams } from '../../providers/http/upstreams.ts';
import { countSessions } from '../../store/sign-in/count-sessions.ts';

const services = await testAppForFile();
const metricsText = () => services.metrics.text();

test('refusals are counted by limit, those of rate limits and those of quotas', async () => {
  const limit = createRateLimit(1, undefined, 'few', services.metrics.limitHit);
  await limit('client');
  await limit('client');
  const quota = { name: 'rare', key: 'rare', limits: [{ max: 1, window: 1000 }] };
  for (let i = 0; i < 3; i += 1) await services.stores.quotas.consume([quota]);
  const text = await metricsText();
  expect(text).toContain('foyer_limit_hits_total{limit="few"} 1\n');
  expect(text).toContain('foyer_limit_hits_total{limit="rare"} 2\n');
});

test('calls to outside services are measured by service and result, and no message is left waiting', async () => {
  const mail = { to: 'alice@example.com', language: 'en-US', subject: 'A', text: 'B' } as const;
  await services.messenger.mail?.(mail);
  await services.messenger.sms?.({ to: '13800138000', language: 'zh-CN', kind: 'code', values: { code: '1' } });
  const text = await metricsText();
  expect(text).toContain('foyer_upstream_seconds_count{upstream="mail",result="ok"} 1\n');
  expect(text).toMatch(/foyer_upstream_seconds_count\{upstream="sms",result="\w+"\} 1\n/);
  expect(text).toContain('foyer_messages_waiting{channel="mail"} 0\n');
  expect(text).not.toMatch(/alice|13800138000/);
});

test('a call to an outside service carries the ID of the request, and counts 5xx and silence as failures', async () => {
  const upstream = await startUpstream();
  const results: string[] = [];
  const { fetch: fetchOf } = createUpstreams({ upstream: (name, result) => void results.push(`${name} ${result}`) });
  const call = (status: number) =>
    runInScope({ requestId: 'r-1', span: undefined }, () =>
      fetchOf('cms')(`${upstream.url}/${status}`, { headers: { accept: '*/*' } }),
    );
  for (const status of [200, 404, 503]) await call(status);
  await expect(fetchOf('cms')('http://127.0.0.1:1/')).rejects.toThrow('fetch failed');
  expect(results).toEqual(['cms ok', 'cms refused', 'cms failed', 'cms noResponse']);
  expect(upstream.requests[0]?.headers).toMatchObject({ 'x-request-id': 'r-1', accept: '*/*' });
  expect(upstream.requests[0]?.headers.traceparent).toBeUndefined();
});

test('live sessions are those that are open, alive and not idle', async () => {
  const count = () => countSessions(services.database.sql, services.clock, services.config.limits.session);
  await services.addAccount({ mobile: '13900000007', password: 'right-horse-9' });
  const before = await count();
  await services.browser().signIn('13900000007', 'right-horse-9');
  expect(await count()).toBe(before + 1);
  services.moveClock(services.config.limits.session.idle);
  expect(await count()).toBe(0);
});

test('metrics are complete while the database does not answer, without the number of sessions', async () => {
  const metrics = createMetrics({
    version: '1.2.3',
    queuedPasswords: () => 0,
    databasePool: () => ({ max: 10, open: 4, idle: 1, waiting: 7 }),
    countSessions: () => Promise.reject(new Error('away')),
    webhookBacklog: () => Promise.reject(new Error('away')),
    isDatabaseWritable: () => Promise.reject(new Error('away')),
  });
  const text = await metrics.text();
  expect(text).toMatch(/^foyer_live_sessions nan$/im);
  expect(text).toContain('foyer_database_up 0\n');
  expect(text).toContain('foyer_database_pool_waiting 7\n');
  expect(text).toContain('foyer_database_pool_connections{state="busy"} 3\n');
  expect(text).toContain(`foyer_build_info{version="1.2.3",node="${process.versions.node}"} 1\n`);
});

test('repeated tasks are counted by result, with the time of the last success', async () => {
  const before = Math.floor(Date.now() / 1000);
  services.metrics.taskRun('sweep', 'failed');
  expect(await metricsText()).not.toContain('foyer_task_last_success_timestamp_seconds{task="sweep"}');
  services.metrics.taskRun('sweep', 'ok');
  const text = await metricsText();
  expect(text).toContain('foyer_task_runs_total{task="sweep",result="failed"} 1\n');
  const [, time] = /foyer_task_last_success_timestamp_seconds\{task="sweep"\} (\d+)/.exec(text) ?? [];
  expect(Number(time)).toBeGreaterThanOrEqual(before);
});

test('counters start at zero where their labels are known, so that an increase shows the first event', async () => {
  const metrics = createMetrics({
    version: '1',
    queuedPasswords: () => 0,
    countSessions: async () => 0,
    webhookBacklog: async () => ({ pending: 0, failed: 0, oldestSeconds: 0, disabled: 0 }),
    isDatabaseWritable: async () => true,
  });
  const text = await metrics.text();
  for (const series of [
    'foyer_limit_hits_total{limit="codesPerMinute"}',
    'foyer_task_runs_total{task="sweep",result="failed"}',
    'foyer_messages_total{channel="sms",gateway="aliyun",result="balance"}',
    'foyer_sign_ins_total{way="password",result="wrongCredentials"}',
    'foyer_human_checks_total{result="humanCheckFailed"}',
    'foyer_registrations_total{result="accountTaken"}',
  ])
    expect(text).toContain(`${series} 0\n`);
  expect(text).toContain('foyer_database_up 1\n');
});

test('every limit that is counted is known at the start', async () => {
  const files = readdirSync('server/src', { recursive: true, encoding: 'utf8' }).filter((path) =>
    /^(?!.*test).*\.ts$/.test(path),
  );
  const limits = files.flatMap((path) => {
    const text = readFileSync(`server/src/${path}`, 'utf8');
    const quotas = /quota/i.test(text) ? [...text.matchAll(/\bname: '(\w+)'/g)] : [];
    return [...quotas, ...text.matchAll(/\brateLimit\('(\w+)'/g)].map(([, name]) => name!);
  });
  expect(limits).toContain('codesPerMinute');
  expect(limits.filter((name) => !knownLabels.limits.includes(name))).toEqual([]);
});

test('commands to Redis that fail are counted as errors', async () => {
  const commands: boolean[] = [];
  const metrics = { redisCommand: (succeeded: boolean) => void commands.push(succeeded) };
  const redis = openRedis('redis://127.0.0.1:1', services.log, { metrics });
  onTestFinished(redis.close);
  await expect(redis.inTime(redis.client.ping())).rejects.toThrow();
  expect([commands, redis.isReady()]).toEqual([[false], false]);
});

test('alerts and dashboard use only metrics that exist', async () => {
  const text = await metricsText();
  const kinds = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, kind]) => ({ name: name!, kind }));
  const existing = new Set(
    kinds.flatMap(({ name, kind }) =>
      kind === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
    ),
  );
  // The embedded database has no pool, and without Redis there are no metrics of it: the run on PostgreSQL has both.
  const isElsewhere = (name: string) =>
    (!services.database.pool && name.startsWith('foyer_database_pool_')) ||
    (!services.redis && name.startsWith('foyer_redis_'));
  const files = ['deploy/prometheus/foyer-rules.yml', 'deploy/grafana/foyer-dashboard.json'];
  const named = files.flatMap(
    (file) => readFileSync(file, 'utf8').match(/\b(foyer|nodejs|process)_[a-z_\d]+\b/g) ?? [],
  );
  expect(new Set(named).size).toBeGreaterThan(20);
  expect([...new Set(named)].filter((name) => !existing.has(name) && !isElsewhere(name))).toEqual([]);
  // Each of our own metrics is shown or watched somewhere.
  const ours = kinds.map(({ name }) => name).filter((name) => name.startsWith('foyer_'));
  expect(ours.filter((name) => !named.some((one) => one.startsWith(name)))).toEqual([]);
});

async function startUpstream() {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    response.writeHead(Number(request.url?.slice(1))).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
