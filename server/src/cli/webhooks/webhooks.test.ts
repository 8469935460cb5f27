import { minutes } from '@foyer/contract/time';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { databaseOf, testAppForFile } from '../../../test/support/test-app.ts';
import { testCli } from '../../../test/support/test-cli.ts';
import { startReceiver } from '../../../test/support/flows/test-webhooks.ts';
import { serviceContext } from '../../store/audit.ts';

const receiver = await startReceiver();
const inside = { WEBHOOK_INSIDE_ORIGINS: receiver.origin };
const services = await testAppForFile({ env: inside });
const database = databaseOf(services);
const cli = testCli({ ...database, env: { ...database.env, ...inside } });
const { stores, webhooks } = services;

const run = async (...args: string[]) => {
  const { code, stdout, stderr } = await cli('--json', 'webhooks', ...args);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
};
const problemOf = async (...args: string[]) => {
  const { code, stderr } = await cli('webhooks', ...args);
  expect(code).toBeGreaterThan(0);
  return stderr;
};
let added = 0;
async function addEndpoint(...more: string[]) {
  const id = `endpoint-${(added += 1)}`;
  const { secret } = await run('add', id, '--url', `${receiver.origin}/${id}`, ...more);
  return { id, secret: String(secret), path: `/${id}` };
}
/** A command has a clock of its own, which is ahead of that of the service. */
async function sendDue() {
  services.moveClock(minutes(1));
  await webhooks.sendDue();
}
const happen = () => stores.audit.record({ account: 'someone', type: 'nameChanged' }, serviceContext);
const signedBy = (secret: string, { headers, text }: ReturnType<typeof receiver.at>[number]) => {
  const time = new Date(Number(headers['webhook-timestamp']) * 1000);
  const signature = new Webhook(secret).sign(String(headers['webhook-id']), time, text);
  return String(headers['webhook-signature']).split(' ').includes(signature);
};

describe('foyer webhooks', () => {
  test('adds, shows, changes and removes endpoints, and shows a secret once', async () => {
    const { id, secret } = await addEndpoint('--event', 'person.registered', '--event', 'person.erased');
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const listed = await cli('webhooks', 'list');
    expect(listed.stdout).toContain(`Endpoint        ${id}\n`);
    expect(listed.stdout).toContain('Events          person.registered, person.erased\n');
    expect(listed.stdout).toContain('Personal data   none, ids only\n');
    expect(listed.stdout).not.toContain('whsec_');
    expect(JSON.stringify(await stores.webhookEndpoints.all())).not.toContain(secret.slice('whsec_'.length));
    const changed = { id, url: `${receiver.origin}/moved`, events: 'all', personalData: true };
    expect(await run('change', id, '--url', changed.url, '--all-events', '--personal-data')).toMatchObject(changed);
    expect(await run('change', id, '--disable')).toMatchObject({ ...changed, disabledBy: 'operator' });
    expect(await run('change', id, '--enable', '--no-personal-data')).toMatchObject({
      ...changed,
      personalData: false,
      disabledAt: null,
    });
    await run('remove', id);
    expect((await cli('webhooks', 'list')).stdout).not.toContain(id);
    const acts = await stores.audit.list({ type: 'operatorCommand', limit: 10 });
    expect(acts.map(({ details }) => details['command'])).toContain('webhooks remove');
    expect(JSON.stringify(acts)).not.toContain('whsec_');
  });

  test('refuses what cannot work, with what to do instead', async () => {
    const { id } = await addEndpoint();
    expect(await problemOf('add', id, '--url', 'https://example.com')).toContain(`${id} exists`);
    expect(await problemOf('add', 'Not An Id', '--url', 'https://example.com')).toContain('lower-case letters');
    for (const url of ['crm', 'http://example.com/', 'https://user:secret@example.com/', 'ftp://example.com/'])
      expect(await problemOf('add', 'other', '--url', url), url).toContain(url);
    expect(await problemOf('add', 'other', '--url', 'https://example.com', '--event', 'x')).toContain(
      'person.registered',
    );
    expect(await problemOf('change', 'unknown')).toContain('there is no such endpoint');
    expect(await problemOf('replay', id)).toContain('--missing');
    expect(await problemOf('replay', id, '--event', 'evt_1')).toContain('the id of an event');
    const none = '00000000-0000-4000-8000-000000000000';
    expect(await problemOf('replay', id, '--event', `evt_${none}`)).toContain('no such event');
    expect(await problemOf('rotate', id, '--overlap', '721')).toContain('from 0 to 720');
  });

  test('stores no secret where there is no key to encrypt it with', async () => {
    const production = testCli({
      ...database,
      env: {
        ...database.env,
        SANDBOX: 'off',
        NODE_ENV: 'production',
        PUBLIC_URL: 'https://x.example',
        SMS_GATEWAY: 'none',
      },
    });
    const { code, stderr } = await production('webhooks', 'add', 'crm', '--url', 'https://example.com');
    expect(code).toBe(1);
    expect(stderr).toContain('set OIDC_ENCRYPTION_SECRETS');
  });

  test('rotates the secret: both sign for a day, or only the new one', async () => {
    const { id, secret: old, path } = await addEndpoint();
    const { secret: next } = await run('rotate', id);
    await happen();
    await sendDue();
    const { secret: last } = await run('rotate', id, '--overlap', '0');
    await happen();
    await sendDue();
    const signers = receiver.at(path).map((one) => [old, String(next), String(last)].map((key) => signedBy(key, one)));
    expect(signers).toEqual([
      [true, true, false],
      [false, false, true],
    ]);
  });

  test('sends again one event, those that were given up, and those that an endpoint has missed', async () => {
    const { id, path } = await addEndpoint();
    await happen();
    await sendDue();
    const [delivered] = await run('deliveries', id);
    expect(delivered).toMatchObject({ type: 'person.changed', attempts: 1, lastResult: '204' });
    await run('replay', id, '--event', delivered.id);
    await sendDue();
    expect(receiver.at(path).map(({ headers }) => headers['webhook-id'])).toEqual([delivered.id, delivered.id]);

    receiver.answers[path] = 410;
    await happen();
    await sendDue();
    expect(await run('deliveries', id, '--failed')).toMatchObject([{ lastResult: '410', deliveredAt: null }]);
    await happen();
    await sendDue();
    delete receiver.answers[path];
    await run('change', id, '--enable');
    expect(await run('replay', id, '--failed')).toEqual({ id, replayed: 1 });
    expect(await run('replay', id, '--missing', '--since', '1h')).toMatchObject({ replayed: expect.any(Number) });
    await sendDue();
    expect(await run('deliveries', id, '--failed')).toEqual([]);
    expect(new Set(receiver.at(path).map(({ headers }) => headers['webhook-id'])).size).toBeGreaterThanOrEqual(3);
    expect(await run('replay', id, '--missing')).toEqual({ id, replayed: 0 });
    await sendDue();
    expect(await run('deliveries', id, '--pending')).toEqual([]);
  });

  test('tests an endpoint, and says why it does not accept', async () => {
    const { id, path, secret } = await addEndpoint();
    expect(await run('test', id)).toEqual({ id, result: '204' });
    const [only] = receiver.at(path);
    expect(only?.body).toMatchObject({ type: 'webhook.test', data: {} });
    expect(signedBy(secret, only!)).toBe(true);
    receiver.answers[path] = 302;
    expect(await problemOf('test', id)).toContain('redirects are not followed');
    await run('change', id, '--url', `https://localhost:${receiver.port}/`);
    expect(await problemOf('test', id)).toContain('WEBHOOK_INSIDE_ORIGINS');
  });
});

test('the lock of a sign-in, and acts of operators, reach an endpoint', async () => {
  const { path } = await addEndpoint();
  const mobile = '13655000009';
  const ouid = await services.addAccount({ mobile, password: 'Foyer-2026' });
  const browser = services.browser();
  for (let n = 0; n < 8; n += 1) {
    await browser.signIn(mobile, 'Wrong-2026');
    services.moveClock(minutes(1));
  }
  expect(await cli('people', 'disable', mobile)).toMatchObject({ code: 0 });
  await sendDue();
  const mine = receiver.at(path).filter(({ body }) => body.data['person'] === ouid);
  expect(mine.map(({ body }) => body.type).toSorted()).toEqual(['person.disabled', 'signIn.locked']);
});
