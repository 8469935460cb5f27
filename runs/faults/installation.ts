import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../scripts/support/free-port.mjs';
import { root } from '../../scripts/support/root.mjs';
import { startPostgres, startRedis } from '../../scripts/support/temporary-servers.mjs';
import { type NodeProcess, createNode } from '../installation/node-process.ts';
import { startIdentityProvider } from './identity-provider.ts';
import { startLoadBalancer } from './load-balancer.ts';
import { startMailServer } from './mail-server.ts';
import { startSmsGateway } from './sms-gateway.ts';
import { type TcpProxy, startProxy } from './tcp-proxy.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

/** The calls of one client in a minute: fewer than by default, so that a run can reach them. */
export const callsPerMinute = 120;

const templates = ['code', 'noAccount', 'notice', 'undo'].flatMap((kind) =>
  ['zh-CN', 'en-US'].map((language) => `${kind}.${language}=1${kind === 'code' ? ':code' : ''}`),
);

/** What the nodes reach outside the installation. */
interface Outside {
  origin: string;
  sms: { url: string };
  mail: { url: string };
  identityProvider: { origin: string };
  webhooks: { origin: string; dead: string };
}

/** The settings of production, but for a cheap puzzle and limits that thousands of people share. */
const settingsOf = ({ origin, sms, mail, identityProvider, webhooks }: Outside) => ({
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  PUBLIC_URL: origin,
  TRUSTED_PROXIES: '127.0.0.1',
  SMS_GATEWAY: 'tencent',
  SMS_BASE_URL: sms.url,
  SMS_KEY_ID: 'run-of-faults',
  SMS_KEY_SECRET: 'run-of-faults',
  SMS_SIGN_NAME: 'Foyer',
  SMS_APP_ID: '1',
  SMS_TEMPLATES: templates.join(','),
  SMTP_URL: mail.url,
  MAIL_FROM: 'no-reply@example.com',
  SSO: 'on',
  SSO_INSIDE_ORIGINS: identityProvider.origin,
  WEBHOOK_INSIDE_ORIGINS: `${webhooks.origin},${webhooks.dead}`,
  OIDC_ENCRYPTION_SECRETS: Buffer.alloc(32, 'run of faults').toString('base64'),
  HUMAN_CHECK_SECRET: 'the same on every node of this run',
  HUMAN_CHECK_COST: '20',
  CALLS_PER_MINUTE: `${callsPerMinute}`,
  CODES_PER_MINUTE: '10000',
  CODES_PER_NETWORK: '10000',
  CODES_PER_FINGERPRINT: '10000',
  LOG_LEVEL: 'info',
});

export type Installation = Awaited<ReturnType<typeof startInstallation>>;

/**
 * Two nodes on PostgreSQL and Redis behind nginx, as the manual describes an installation, with a gateway for text messages,
 * a mail server and an identity provider. Each node has its own connections to PostgreSQL and Redis, which can be
 * disturbed. `settings`: of the nodes, besides the usual ones
 */
export async function startInstallation(
  programs: { nginx: string; postgres: string; redis: string; pgbouncer: string },
  folder: string,
  settings: Record<string, string> = {},
) {
  // PostgreSQL may run as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711);
  const logs = join(root, 'runs/logs/faults');
  rmSync(logs, { recursive: true, force: true });
  mkdirSync(logs, { recursive: true });

  const database = await startPostgres(programs.postgres, join(folder, 'postgres'), { durable: true });
  let redis = await startRedis(programs.redis, folder);
  const redisUrl = redis.url;
  const sms = await startSmsGateway();
  const mail = await startMailServer();
  const identityProvider = await startIdentityProvider();
  const webhooks = await startWebhookReceiver();
  const port = await freePort();
  const origin = `https://localhost:${port}`;
  const nodes: NodeProcess[] = [];
  const links: { database: TcpProxy; redis: TcpProxy }[] = [];
  for (const number of [1, 2]) {
    const link = { database: await startProxy(database.url), redis: await startProxy(redisUrl) };
    const own = {
      DATABASE_URL: link.database.url,
      REDIS_URL: link.redis.url,
      MANAGEMENT_PORT: `${await freePort()}`,
    };
    const node = await createNode(
      { ...settingsOf({ origin, sms, mail, identityProvider, webhooks }), ...own, ...settings },
      join(logs, `node-${number}.log`),
    );
    // The first node creates the tables.
    await node.start();
    nodes.push(node);
    links.push(link);
  }
  const stopBalancer = await startLoadBalancer(programs.nginx, {
    folder: join(folder, 'nginx'),
    log: join(logs, 'nginx.log'),
    port,
    nodePorts: nodes.map((node) => node.port),
  });

  const installation = {
    programs,
    folder,
    origin,
    port,
    database,
    sms,
    mail,
    identityProvider,
    webhooks,
    nodes,
    /** The connections of each node to PostgreSQL and Redis. */
    links,
    redis: {
      url: redisUrl,
      kill: () => redis.stop('SIGKILL'),
      /** Starts Redis again, without any data. */
      async restart() {
        redis = await startRedis(programs.redis, folder, new URL(redisUrl).port);
      },
    },
    /** Another server that follows the database until it is promoted. */
    startStandby: () =>
      startPostgres(programs.postgres, join(folder, 'standby'), {
        durable: true,
        standbyOf: installation.database.url,
      }),
    untilReady: () => Promise.all(nodes.map((node) => node.untilReady())),
    /** The rows of a query, as text. It asks PostgreSQL itself, which no fault of a connection disturbs. */
    async query(statement: string) {
      const { stdout } = await promisify(execFile)(
        join(programs.postgres, 'psql'),
        [installation.database.url, '-v', 'ON_ERROR_STOP=1', '-Atc', statement],
        { maxBuffer: 2 ** 26 },
      );
      return stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => line.split('|'));
    },
    async stop() {
      await stopBalancer();
      await Promise.all(nodes.map((node) => node.kill()));
      for (const link of links) for (const proxy of Object.values(link)) proxy.close();
      sms.close();
      mail.close();
      identityProvider.close();
      webhooks.close();
      await Promise.all([installation.database.stop(), redis.stop()]);
    },
  };
  return installation;
}
