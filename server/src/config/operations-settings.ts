import { seconds } from '@foyer/contract/time';
import { databasePool } from '../platform/database-limits.ts';
import { optional, withDefault } from './define-setting.ts';
import * as parse from './setting-values.ts';

export const redisClient = {
  commandTimeout: 300,
  /** Commands without a reply; above this number no further command is sent. */
  maxPending: 20_000,
  maxReconnectDelay: seconds(2),
  /** While Redis is unavailable, each process allows the limit divided by this number. */
  memoryLimitDivisor: 4,
} as const;

export const connections = {
  /** The rest of a body that is too large is read and discarded for this long, so that the client gets the response. */
  drainBodyFor: seconds(1),
  headersTimeout: seconds(8),
  requestTimeout: seconds(15),
  keepAliveTimeout: seconds(65),
  checkInterval: seconds(2),
  /** In production, for a load balancer to notice that this node is not ready. */
  drainTime: seconds(5),
  shutdownTimeout: seconds(10),
} as const;

/** Settings for running the service: connections, start and end of a node, and how it is watched. */
export const operationsSettings = {
  DATABASE_TIMEOUT_MS: withDefault(
    'How long a request waits for a connection to PostgreSQL, in milliseconds.',
    parse.wholeNumber(100, 60_000),
    databasePool.connectTimeout,
  ),
  DATABASE_POOL_SIZE: withDefault(
    'Connections to PostgreSQL that one process opens at most; all processes together must stay below its max_connections.',
    parse.wholeNumber(1, 1000),
    databasePool.maxConnections,
  ),
  DATABASE_POOLER: withDefault(
    'on or off: DATABASE_URL leads to a pooler that gives each transaction another connection, such as PgBouncer in transaction mode. Statements then have no names, and their time limit is that of the database user.',
    parse.onOff,
    'off',
  ),
  MIGRATION_DATABASE_URL: optional(
    'What migrations use in place of DATABASE_URL: a way past a pooler, or a database user that may change tables.',
    parse.urlWith('postgres:', 'postgresql:'),
  ),
  MIGRATION_TIMEOUT_SECONDS: withDefault(
    'How long one statement of a migration may take on PostgreSQL, in seconds; 0 for no limit.',
    parse.wholeNumber(0, 86_400),
    databasePool.migrationTimeout / seconds(1),
  ),
  REDIS_TIMEOUT_MS: withDefault(
    'How long a request waits for an answer of Redis, in milliseconds; after that the process counts for itself.',
    parse.wholeNumber(50, 60_000),
    redisClient.commandTimeout,
  ),
  MIGRATE_AT_START: withDefault(
    'on or off: a start runs pending migrations. off: it ends with an error if there are any, and npx foyer migrate runs them.',
    parse.onOff,
    'on',
  ),
  DRAIN_SECONDS: optional(
    'Seconds between the signal to end, after which /readyz reports not ready, and closing the port; longer than your load balancer takes to notice. Default: 5 in production, otherwise 0.',
    parse.wholeNumber(0, 600),
  ),
  SHUTDOWN_SECONDS: withDefault(
    'Seconds after which requests that are still in progress are cut, once the port is closed.',
    parse.wholeNumber(1, 600),
    connections.shutdownTimeout / seconds(1),
  ),
  MANAGEMENT_PORT: optional(
    'Port for /metrics, /healthz and /readyz, which then are not served on PORT. Let only your monitoring and load balancer reach it. Default: none.',
    parse.wholeNumber(1, 65535),
  ),
  MANAGEMENT_HOST: optional('IP address to listen on with MANAGEMENT_PORT. Default: HOST.', parse.host),
  METRICS_TOKEN: optional(
    'Bearer token for /metrics, at least 16 characters. Default: only requests from this machine.',
    parse.secret(16),
  ),
  LOG_LEVEL: optional(
    'Lowest level that is logged. Default: warn with the sandbox, otherwise info.',
    parse.oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    'Base URL of an OpenTelemetry collector that accepts OTLP over HTTP, such as http://localhost:4318. Default: no traces.',
    parse.baseUrl,
  ),
  OTEL_EXPORTER_OTLP_HEADERS: withDefault(
    'Headers for the collector as name=value, percent-encoded, separated by commas.',
    parse.listOf(parse.headerField),
    '',
  ),
  OTEL_SERVICE_NAME: withDefault('Name of this service in traces.', parse.text, 'foyer'),
  OTEL_TRACES_SAMPLER_ARG: withDefault('Share of the requests that are traced, from 0 to 1.', parse.ratio, 1),
} as const;
