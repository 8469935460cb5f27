import { minutes, seconds } from '@foyer/contract/time';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { knownLabels } from './metric-labels.ts';

/** How long a number that is expensive to count is used for /metrics. */
const metricsCache = { lifetime: minutes(1) } as const;

export const readiness = { timeout: seconds(2) } as const;

/** How handing a message to a gateway or mail server ended. */
export const messageResults = [
  'accepted',
  'cannotReceive',
  'tooFrequent',
  'balance',
  'template',
  'signature',
  'throttling',
  'other',
  'noResponse',
] as const;
export type MessageResult = (typeof messageResults)[number];
export type Gateway = 'aliyun' | 'tencent' | 'smtp';

const channelOf: Record<Gateway, 'mail' | 'sms'> = { aliyun: 'sms', tencent: 'sms', smtp: 'mail' };

/** Label values are names of ours, never something that a client sends, so that their number is bounded. */
export interface Metrics {
  request(route: string, method: string, status: number, seconds: number): void;
  signIn(way: string, result: string): void;
  humanCheck(result: string): void;
  codeSent(channel: string, bizType: string, result: string): void;
  codeChecked(bizType: string, result: string): void;
  registration(result: string): void;
  sessionCheck(result: string, seconds: number): void;
  /** A request was refused because of this limit. */
  limitHit(limit: string): void;
  upstream(name: string, result: string, seconds: number): void;
  redisCommand(succeeded: boolean, seconds: number): void;
  /** A message was handed to the gateway or mail server (+1), or its outcome is known (-1). */
  messagesWaiting(channel: 'mail' | 'sms', change: 1 | -1): void;
  message(gateway: Gateway, result: MessageResult): void;
  /** A run of a repeated task, such as the sweep. */
  taskRun(task: string, result: TaskResult): void;
  text(): Promise<string>;
  contentType: string;
}

/** `skipped`: another node does it at the moment. */
const taskResults = ['ok', 'failed', 'skipped'] as const;
export type TaskResult = (typeof taskResults)[number];

/** Deliveries that wait, or were given up in the last 30 days; the age of the oldest that waits; endpoints that the service has switched off. */
interface WebhookBacklog {
  pending: number;
  failed: number;
  oldestSeconds: number;
  disabled: number;
}

/** What is read when the metrics are requested. */
export interface MetricsSources {
  version: string;
  queuedPasswords(): number;
  /** Undefined for the embedded database. */
  databasePool?: (() => { max: number; open: number; idle: number; waiting: number }) | undefined;
  /** Undefined without Redis. */
  isRedisUp?: (() => boolean) | undefined;
  /** Of all nodes; it is asked at most once a minute. */
  countSessions(): Promise<number>;
  /** Of all nodes; it is asked at most once a minute. */
  webhookBacklog(): Promise<WebhookBacklog>;
  /** Whether the database can be written to; a rejection means that it does not answer. */
  isDatabaseWritable(): Promise<boolean>;
}

const durations = [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 3, 10];

export function createMetrics(sources: MetricsSources): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = (name: string, help: string, labelNames: string[] = []) =>
    new Histogram({ name, help, labelNames, buckets: durations, registers });
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const readGauge = (name: string, help: string, read: () => number | Promise<number>) => {
    const one: Gauge = new Gauge({ name, help, registers, collect: async () => one.set(await read()) });
  };

  const requests = histogram('foyer_request_seconds', 'Duration of requests', ['route', 'method', 'status']);
  const signIns = counter('foyer_sign_ins_total', 'Sign-in attempts', ['way', 'result']);
  const humanChecks = counter('foyer_human_checks_total', 'Human-check solutions received', ['result']);
  const codesSent = counter('foyer_codes_sent_total', 'One-time codes requested', ['channel', 'bizType', 'result']);
  const codesChecked = counter('foyer_codes_checked_total', 'One-time codes checked', ['bizType', 'result']);
  const registrations = counter('foyer_registrations_total', 'Registration attempts', ['result']);
  const sessionCheckHelp = 'Duration of checks of a session for reverse proxies';
  const sessionChecks = histogram('foyer_session_check_seconds', sessionCheckHelp, ['result']);
  const limitHits = counter('foyer_limit_hits_total', 'Requests refused because of a limit', ['limit']);
  const upstreams = histogram('foyer_upstream_seconds', 'Duration of calls to outside services', [
    'upstream',
    'result',
  ]);
  // From zero, as the messages below: an alert over an increase would miss the first one.
  for (const limit of knownLabels.limits) limitHits.inc({ limit }, 0);
  for (const result of knownLabels.humanChecks) humanChecks.inc({ result }, 0);
  for (const result of knownLabels.registrations) registrations.inc({ result }, 0);
  for (const [way, results] of Object.entries(knownLabels.signIns))
    for (const result of results) signIns.inc({ way, result }, 0);
  const messages = gauge('foyer_messages_waiting', 'Messages that are being sent', ['channel']);
  for (const channel of ['mail', 'sms']) messages.set({ channel }, 0);
  const results = counter('foyer_messages_total', 'Messages by outcome', ['channel', 'gateway', 'result']);
  for (const [gateway, channel] of Object.entries(channelOf))
    for (const result of messageResults) results.inc({ channel, gateway, result }, 0);
  const taskRuns = counter('foyer_task_runs_total', 'Runs of repeated tasks', ['task', 'result']);
  for (const task of knownLabels.tasks) for (const result of taskResults) taskRuns.inc({ task, result }, 0);
  const taskSuccessHelp = 'When a repeated task last succeeded on this node';
  const taskSuccess = gauge('foyer_task_last_success_timestamp_seconds', taskSuccessHelp, ['task']);
  gauge('foyer_build_info', 'Version of Foyer and of Node.js', ['version', 'node']).set(
    { version: sources.version, node: process.versions.node },
    1,
  );
  readGauge('foyer_passwords_in_line', 'Passwords being hashed or queued for it', sources.queuedPasswords);
  readGauge('foyer_live_sessions', 'Sessions that are in use, of all nodes', cached(sources.countSessions, NaN));

  const backlog = cached(sources.webhookBacklog, { pending: NaN, failed: NaN, oldestSeconds: NaN, disabled: NaN });
  const backlogGauge = (name: string, help: string, part: keyof WebhookBacklog) =>
    readGauge(`foyer_webhook_${name}`, help, async () => (await backlog())[part]);
  backlogGauge('deliveries_pending', 'Deliveries of webhooks that wait, of all nodes', 'pending');
  backlogGauge('deliveries_failed', 'Deliveries of webhooks that were given up, of the last 30 days', 'failed');
  backlogGauge('oldest_pending_seconds', 'Age of the oldest delivery that waits', 'oldestSeconds');
  backlogGauge('endpoints_disabled', 'Webhook endpoints that the service has switched off', 'disabled');

  readGauge('foyer_database_up', 'Whether the database can be written to', async () =>
    (await inTime(sources.isDatabaseWritable())) ? 1 : 0,
  );

  const { databasePool, isRedisUp } = sources;
  if (databasePool) {
    const connections: Gauge = new Gauge({
      name: 'foyer_database_pool_connections',
      help: 'Connections to PostgreSQL',
      labelNames: ['state'],
      registers,
      collect() {
        const { open, idle } = databasePool();
        connections.set({ state: 'idle' }, idle);
        connections.set({ state: 'busy' }, open - idle);
      },
    });
    readGauge('foyer_database_pool_max_connections', 'Connections that this node may open', () => databasePool().max);
    readGauge('foyer_database_pool_waiting', 'Requests that wait for a connection', () => databasePool().waiting);
  }
  const redisCommands = isRedisUp && histogram('foyer_redis_command_seconds', 'Duration of commands to Redis');
  const redisErrors =
    isRedisUp && counter('foyer_redis_errors_total', 'Commands to Redis that failed or took too long');
  if (isRedisUp) readGauge('foyer_redis_up', 'Whether Redis is connected', () => (isRedisUp() ? 1 : 0));

  return {
    request: (route, method, status, duration) =>
      requests.observe({ route, method, status: `${Math.floor(status / 100)}xx` }, duration),
    signIn: (way, result) => signIns.inc({ way, result }),
    humanCheck: (result) => humanChecks.inc({ result }),
    codeSent: (channel, bizType, result) => codesSent.inc({ channel, bizType, result }),
    codeChecked: (bizType, result) => codesChecked.inc({ bizType, result }),
    registration: (result) => registrations.inc({ result }),
    sessionCheck: (result, duration) => sessionChecks.observe({ result }, duration),
    limitHit: (limit) => limitHits.inc({ limit }),
    upstream: (upstream, result, duration) => upstreams.observe({ upstream, result }, duration),
    redisCommand(succeeded, duration) {
      redisCommands?.observe(duration);
      if (!succeeded) redisErrors?.inc();
    },
    messagesWaiting: (channel, change) => messages.inc({ channel }, change),
    message: (gateway, result) => results.inc({ channel: channelOf[gateway], gateway, result }),
    taskRun(task, result) {
      taskRuns.inc({ task, result });
      if (result === 'ok') taskSuccess.set({ task }, Math.round(Date.now() / 1000));
    },
    text: () => register.metrics(),
    contentType: register.contentType,
  };
}

/** Counts at most once a minute. A failure is reported as NaN: without a database the other metrics are needed most. */
function cached<Value>(count: () => Promise<Value>, unknown: Value): () => Promise<Value> {
  let known: { value: Promise<Value>; until: number } | undefined;
  return () => {
    if (!known || performance.now() >= known.until)
      known = { value: count().catch(() => unknown), until: performance.now() + metricsCache.lifetime };
    return known.value;
  };
}

/** False after an error, or without an answer in time: the other metrics do not wait for it. */
async function inTime(answer: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), readiness.timeout)));
  return Promise.race([answer.catch(() => false), late]).finally(() => clearTimeout(timer));
}
