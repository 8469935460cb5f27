import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { seconds } from '@foyer/contract/time';
import { sql } from 'drizzle-orm';
import fastify from 'fastify';
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest';
import { behindPgBouncer, pgbouncer } from '../../../test/support/servers/pgbouncer.ts';
import { createTestApp, newTestDatabase, testDatabaseForFile } from '../../../test/support/test-app.ts';
import { testCli } from '../../../test/support/test-cli.ts';
import { sandboxFor } from '../../../test/support/test-sandbox.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { lockFolder } from '../../database/folder-lock.ts';
import { createClock } from '../../platform/clock.ts';
import type { Stores } from '../../store/stores.ts';

const onPostgres = Boolean(process.env['TEST_DATABASE_URL']);
const { env: ofDatabase, openDatabase } = await testDatabaseForFile();
const sandbox = await sandboxFor(await createClock(async () => Date.now()));
afterAll(() => sandbox.close());
afterEach(() => {
  for (const { fault } of [sandbox, sandbox.apps.dingtalk.app]) fault.set('working');
});

/** Stands for the proxy and the service behind it. */
const page = fastify();
page.get('/login/web', (_request, reply) => reply.header('x-request-id', 'r').send('page'));
afterAll(() => page.close());
const publicUrl = await page.listen({ host: '127.0.0.1', port: 0 });

const { wecom, scanApps } = sandbox;
const { wechat, alipay, dingtalk } = scanApps;
const sms = sandbox.sms.aliyun;
const templates = sms.templates.map(({ kind, purpose, language, id, variables }) =>
  [`${[kind, purpose ?? [], language].flat().join('.')}=${id}`, ...variables].join(':'),
);
const corp = wecom.app.is === 'corp' ? wecom.app : expect.fail('The sandbox has another app');
const working: Record<string, string> = {
  ...ofDatabase,
  PUBLIC_URL: publicUrl,
  SANDBOX: 'off',
  SMS_GATEWAY: 'aliyun',
  SMS_BASE_URL: sms.baseUrl,
  SMS_KEY_ID: sms.keyId,
  SMS_KEY_SECRET: sms.keySecret,
  SMS_SIGN_NAME: sms.signName,
  SMS_TEMPLATES: templates.join(),
  SMTP_URL: sandbox.mail.url,
  OIDC: 'on',
  OIDC_ENCRYPTION_SECRETS: Buffer.alloc(32, 1).toString('base64'),
  WECHAT_API_URL: wechat.apiUrl,
  WECHAT_APP_ID: wechat.appId,
  WECHAT_SECRET: wechat.secret,
  WECHAT_TOKEN: wechat.token,
  ALIPAY_GATEWAY_URL: alipay.gatewayUrl,
  ALIPAY_APP_ID: alipay.appId,
  ALIPAY_PRIVATE_KEY: alipay.privateKey,
  ALIPAY_PUBLIC_KEY: alipay.alipayPublicKey,
  ALIPAY_PHONE_KEY: alipay.phoneKey,
  DINGTALK_API_URL: dingtalk.apiUrl,
  DINGTALK_CLIENT_ID: dingtalk.clientId,
  DINGTALK_CLIENT_SECRET: dingtalk.clientSecret,
  WECOM_API_URL: wecom.apiUrl,
  WECOM_CORP_ID: corp.corpId,
  WECOM_AGENT_ID: corp.agentId,
  WECOM_SECRET: corp.secret,
  CMS_URL: sandbox.cms.url,
  MESSAGE_TIMEOUT_MS: '60000',
  SCAN_TIMEOUT_MS: '30000',
};

const doctor = (env: Record<string, string>, open = openDatabase) => testCli({ env, openDatabase: open });
/** One line of each check, by its name. */
const linesOf = (stdout: string) =>
  Object.fromEntries(stdout.split('\n').map((line) => [/^. (\w+)/.exec(line)?.[1], line.replace(/^(.) \w+ +/, '$1 ')]));

test('a working installation passes every check, and a message of each kind arrives', async () => {
  const { code, stdout, stderr } = await doctor(working)('doctor', '--mail', 'mei@example.com', '--sms', '13800138000');
  expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
  expect(linesOf(stdout)).toEqual({
    settings: '✓ not for production',
    database: expect.stringMatching(
      onPostgres ? /^✓ database \S+ answers and can be written to$/ : /^✓ embedded .* can be written to, mode 700$/,
    ),
    schema: '✓ of this version',
    ...(onPostgres && { pooler: '✓ off' }),
    clock: expect.stringMatching(/^✓ this machine and the database differ by \d\.\d s$/),
    sandbox: '✓ the database has none of its people',
    ...(ofDatabase['REDIS_URL'] && { redis: `✓ ${new URL(ofDatabase['REDIS_URL']).host} answers` }),
    page: `✓ ${publicUrl}/login/web answers`,
    oidc: '✓ there is no signing key yet: the first sign-in to an application makes one',
    wechat: '✓ gives a token',
    alipay: '✓ accepts our signature',
    dingtalk: '✓ accepts our secret',
    wecom: '✓ gives a token',
    cms: `✓ ${new URL(sandbox.cms.url).host} gives its content`,
    mail: expect.stringMatching(/^✓ 127\.0\.0\.1:\d+ has accepted the message and says: 250 /),
    sms: expect.stringMatching(/^✓ aliyun has accepted the message and says: \{.*"Code":"OK"/),
  });
  expect(sandbox.outbox.sent('mei@example.com')).toHaveLength(1);
  expect(sandbox.outbox.sent('13800138000')).toHaveLength(1);
});

test('what fails says what to do, fails the command, and no secret is printed', async () => {
  sandbox.fault.set('refusing');
  const changes = {
    PUBLIC_URL: publicUrl.replace('http:', 'https:'),
    REDIS_URL: 'redis://:very-secret@127.0.0.1:1',
    SMTP_URL: sandbox.mail.url.replace('//', '//foyer:very-secret@'),
    SMS_KEY_SECRET: 'very-secret',
    WECHAT_SECRET: 'very-secret',
    DINGTALK_CLIENT_SECRET: 'very-secret',
    WECOM_SECRET: 'very-secret',
    ALIPAY_APP_ID: '2021000000000000',
    CMS_URL: sandbox.cms.url.replace('content', 'other'),
  };
  const late: typeof openDatabase = async (...args) => {
    const database = await openDatabase(...args);
    return { ...database, time: async () => (await database.time()) - seconds(60) };
  };
  const { code, stdout, stderr } = await doctor({ ...working, ...changes }, late)(
    'doctor',
    '--mail',
    'mei@example.com',
    '--sms',
    '13800138000',
  );
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^10 of \d\d checks failed$/) });
  expect(linesOf(stdout)).toMatchObject({
    clock: expect.stringMatching(/^✗ this machine and the database differ by (59|60)\.\d s: set both clocks by NTP$/),
    redis: '✗ 127.0.0.1:1 does not answer as Redis (ECONNREFUSED): start it, or correct REDIS_URL',
    page: expect.stringMatching(/^✗ https:.* does not answer \(ERR_SSL_\w+\): mend the certificate of the proxy$/),
    wechat: expect.stringMatching(/^✗ refuses \(40125 .*\): compare WECHAT_APP_ID and WECHAT_SECRET/),
    alipay: expect.stringMatching(/^✗ refuses \(isv\.invalid-app-id\): compare ALIPAY_APP_ID/),
    dingtalk: '✗ refuses (invalidClientIdOrSecret): compare DINGTALK_CLIENT_ID and DINGTALK_CLIENT_SECRET',
    wecom: expect.stringMatching(/^✗ refuses \(40001 .*\): compare the WECOM_ settings/),
    cms: expect.stringMatching(/^✗ 127\.0\.0\.1:\d+ gives no content \(.+\): correct CMS_URL$/),
    mail: expect.stringMatching(/^✗ 127\.0\.0\.1:\d+ has not accepted the message \(.+\)/),
    sms: expect.stringMatching(/^✗ aliyun has not accepted the message \(SignatureDoesNotMatch\) and says: \{/),
  });
  for (const secret of ['very-secret', alipay.privateKey]) expect(stdout + stderr).not.toContain(secret);
});

test('an answer that repeats a secret is printed without it', async () => {
  const gateway = fastify();
  gateway.post('/', async () => ({ Code: 'Refused', Message: 'the key is very-secret' }));
  onTestFinished(() => gateway.close());
  const SMS_BASE_URL = await gateway.listen({ host: '127.0.0.1', port: 0 });
  const { stdout } = await doctor({ ...working, SMS_BASE_URL, SMS_KEY_SECRET: 'very-secret' })(
    'doctor',
    '--sms',
    '13800138000',
  );
  expect(linesOf(stdout)['sms']).toBe(
    '✗ aliyun has not accepted the message (Refused) and says: {"Code":"Refused","Message":"the key is …"}',
  );
});

test('wrong settings are all named, and nothing else is checked', async () => {
  const cli = doctor({ PORT: 'none', LOG_LEVEL: 'loud', DATABSE_URL: 'postgres://h/d', SCAN_PATIENCE_MS: '9' });
  const { code, stdout } = await cli('doctor');
  expect(code).toBe(1);
  expect(stdout.split('\n')).toEqual([
    '✗ settings  DATABSE_URL is no setting: DATABASE_URL is probably meant',
    '✗ settings  SCAN_PATIENCE_MS is called SCAN_TIMEOUT_MS now',
    expect.stringMatching(/^✗ settings {2}PORT is "none": /),
    expect.stringMatching(/^✗ settings {2}LOG_LEVEL is "loud": /),
  ]);
});

test('a misspelt setting alone is the only line about settings', async () => {
  const { code, stdout } = await doctor({ ...working, TRUSTED_PROXY: '10.0.0.1' })('doctor');
  expect(code).toBe(1);
  expect(stdout.split('\n').filter((line) => line.includes('settings'))).toEqual([
    '✗ settings  TRUSTED_PROXY is no setting: TRUSTED_PROXIES is probably meant',
  ]);
});

test.each([
  ['-NOAUTH HELLO must be called with the client already authenticated', 'asks for a password (NOAUTH): correct'],
  ['-WRONGPASS invalid username-password pair', 'refuses the user or the password (WRONGPASS): correct'],
  ['HTTP/1.1 400 Bad Request', 'does not answer as Redis (Unknown RESP type 72 "H"): start it, or correct'],
])('a Redis that answers %s is not said to be away', async (reply, says) => {
  const server = createServer((socket) => socket.on('data', () => socket.write(`${reply}\r\n`)).on('error', () => {}));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { stdout } = await doctor({ ...working, REDIS_URL: `redis://127.0.0.1:${port}` })('doctor');
  expect(linesOf(stdout)['redis']).toBe(`✗ 127.0.0.1:${port} ${says} REDIS_URL`);
});

test('signing keys that are there are decrypted', async () => {
  const { clear, ...database } = await newTestDatabase();
  onTestFinished(clear);
  const cliWith = (secret: number) => {
    const OIDC_ENCRYPTION_SECRETS = Buffer.alloc(32, secret).toString('base64');
    const env = { ...database.env, SANDBOX: 'off', OIDC: 'on', OIDC_ENCRYPTION_SECRETS };
    return testCli({ env, openDatabase: database.openDatabase });
  };
  expect(await cliWith(1)('keys', 'rotate')).toMatchObject({ code: 0 });
  const oidc = async (secret: number) => linesOf((await cliWith(secret)('doctor')).stdout)['oidc'];
  expect(await oidc(1)).toBe('✓ the signing keys can be decrypted');
  expect(await oidc(2)).toMatch(/^✗ The signing key \S+ cannot be decrypted/);
});

test('beside a service that runs on the embedded database, every check can pass', async () => {
  const data = join(temporaryFolder(onTestFinished), 'data');
  const unlock = lockFolder(data);
  onTestFinished(unlock);
  mkdirSync(join(data, 'database'));
  const env = { SANDBOX: 'off', DATA_DIR: data, PUBLIC_URL: publicUrl };
  const { code, stdout } = await testCli({ env })('doctor');
  expect({ code, lines: linesOf(stdout) }).toEqual({
    code: 0,
    lines: {
      settings: '✓ not for production',
      database: `✓ embedded database in ${data} is in use: to check what is stored in it, stop the service`,
      page: `✓ ${publicUrl}/login/web answers`,
    },
  });
});

test('results are one list of JSON with --json', async () => {
  const { stdout, stderr } = await doctor({ PORT: 'none' })('doctor', '--json');
  expect(JSON.parse(stdout)).toEqual([{ check: 'settings', ok: false, text: expect.stringContaining('PORT') }]);
  expect(JSON.parse(stderr)).toEqual({ error: '1 of 1 checks failed' });
});

test('an embedded database that does not exist yet is not made', async () => {
  const data = join(temporaryFolder(onTestFinished), 'data');
  const { stdout } = await testCli({ env: { SANDBOX: 'off', DATA_DIR: data } })('doctor');
  expect(linesOf(stdout)['database']).toBe(`✓ embedded database in ${data} will be made by the first start`);
  expect(existsSync(data)).toBe(false);
});

test('a database that cannot be reached, or was not named in production, is one line', async () => {
  const away = { SANDBOX: 'off', DATABASE_URL: 'postgres://foyer:very-secret@127.0.0.1:1/foyer' };
  expect(linesOf((await testCli({ env: away })('doctor')).stdout)['database']).toBe(
    '✗ DATABASE_URL leads to 127.0.0.1:1, which does not answer (ECONNREFUSED): start the database, or set another address',
  );
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://sign.invalid', SMS_GATEWAY: 'none' };
  expect(linesOf((await testCli({ env: production })('doctor')).stdout)['database']).toMatch(
    /^✗ DATABASE_URL is missing: /,
  );
});

test('a database that the sandbox has filled is no place for people', async () => {
  const { clear, ...database } = await newTestDatabase();
  onTestFinished(clear);
  const services = await createTestApp({ ...database, sandbox: true });
  await services.close();
  const { stdout } = await doctor({ ...database.env, SANDBOX: 'off' }, database.openDatabase)('doctor');
  expect(linesOf(stdout)['sandbox']).toMatch(/^✗ it has filled this database: run npx foyer sandbox remove/);
});

test('a company whose identity provider does not answer is named', async () => {
  const { clear, ...database } = await newTestDatabase();
  onTestFinished(clear);
  const services = await createTestApp({ ...database, env: { ...database.env, SANDBOX: 'off' } });
  await services.stores.companies.put({
    slug: 'acme',
    kind: 'oidc',
    settings: { issuer: 'https://127.0.0.1:1', clientId: 'foyer', clientSecret: 'very-secret' },
    mailDomains: [],
    emailOnly: false,
    enabled: true,
    createdAt: new Date(0),
  });
  await services.close();
  const { stdout } = await doctor({ ...database.env, SANDBOX: 'off', SSO: 'on' }, database.openDatabase)('doctor');
  expect(linesOf(stdout)['companies']).toMatch(/^✗ acme: its provider does not answer \(.+\)/);
});

test('a webhook endpoint that was switched off, accepts nothing, or whose secret is lost is named', async () => {
  const { clear, ...database } = await newTestDatabase();
  onTestFinished(clear);
  const envWith = (key: number) => ({
    ...database.env,
    SANDBOX: 'off',
    OIDC_ENCRYPTION_SECRETS: Buffer.alloc(32, key).toString('base64'),
  });
  const cli = doctor(envWith(1), database.openDatabase);
  const lineWith = async (key = 1) =>
    linesOf((await doctor(envWith(key), database.openDatabase)('doctor')).stdout)['webhooks'];
  const change = async (work: (stores: Stores) => Promise<unknown>) => {
    const services = await createTestApp({ ...database, env: envWith(1) });
    await work(services.stores);
    await services.close();
  };
  expect(await lineWith()).toBeUndefined();
  await cli('webhooks', 'add', 'crm', '--url', 'https://crm.example.com/');
  expect(await lineWith()).toBe('✓ 1 endpoints accept their events');
  expect(await lineWith(2)).toContain('✗ the secret of crm cannot be decrypted');
  await change(({ webhookEndpoints }) => webhookEndpoints.disable('crm', 'gone'));
  expect(await lineWith()).toMatch(/^✗ crm is off since \S+, it has answered 410: correct it and run .* crm --enable$/);
  await cli('webhooks', 'change', 'crm', '--enable');
  await change(({ webhookEndpoints }) => webhookEndpoints.failed('crm'));
  expect(await lineWith()).toBe('✓ 1 endpoints accept their events');
  const later = doctor(envWith(1), async (...args) => {
    const opened = await database.openDatabase(...args);
    await opened.sql.execute(sql`update webhook_endpoints set failing_since = failing_since - interval '1 hour'`);
    return opened;
  });
  expect(linesOf((await later('doctor')).stdout)['webhooks']).toMatch(/accepts nothing since \S+: run .* test crm$/);
});

test.runIf(onPostgres)('pending migrations are named, and not run', async () => {
  const { env, clear } = await newTestDatabase({ bare: true });
  onTestFinished(clear);
  const schema = async (MIGRATE_AT_START: string) =>
    linesOf((await testCli({ env: { ...env, SANDBOX: 'off', MIGRATE_AT_START } })('doctor')).stdout)['schema'];
  expect(await schema('off')).toMatch(/^✗ lacks \d+ migrations, from 0000_first: run npx foyer migrate$/);
  expect(await schema('on')).toMatch(/^✓ the next start runs \d+ migrations$/);
});

test.runIf(onPostgres && pgbouncer)(
  'a pooler without a time limit, or one that no setting names, is found',
  async () => {
    const { env, clear } = await newTestDatabase();
    onTestFinished(clear);
    const direct = env['DATABASE_URL']!;
    const pooled = {
      ...env,
      SANDBOX: 'off',
      DATABASE_URL: await behindPgBouncer(direct),
      MIGRATION_DATABASE_URL: direct,
    };
    const run = async (more: object) => linesOf((await testCli({ env: { ...pooled, ...more } })('doctor')).stdout);
    expect((await run({}))['database']).toMatch(/, a pooler: set DATABASE_POOLER to on$/);
    expect((await run({ DATABASE_POOLER: 'on' }))['pooler']).toMatch(/^✗ the database user has no time limit: /);
  },
);
