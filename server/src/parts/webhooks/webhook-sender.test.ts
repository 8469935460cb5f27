import { days, hours, minutes } from '@foyer/contract/time';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, test } from 'vitest';
import { openNode, testAppForFile } from '../../../test/support/test-app.ts';
import { addEndpoint, startReceiver } from '../../../test/support/flows/test-webhooks.ts';
import { random } from '../../platform/random.ts';
import { webhooks as limits } from '../../store/webhooks/limits.ts';
import { serviceContext } from '../../store/audit.ts';
import { newWebhookSecret, sealWebhookSecret } from './webhook-message.ts';

const receiver = await startReceiver();
const services = await testAppForFile({ env: { WEBHOOK_INSIDE_ORIGINS: receiver.origin } });
const { stores, clock, webhooks } = services;
const { webhookDeliveries, webhookEndpoints } = stores;

let endpoints = 0;
/** An endpoint of its own, at a path of its own. */
async function newEndpoint(more: Partial<Parameters<typeof addEndpoint>[1]> = {}) {
  const id = `endpoint-${(endpoints += 1)}`;
  const path = `/${id}`;
  const secret = await addEndpoint(services, { id, url: `${receiver.origin}${path}`, ...more });
  return { id, path, secret, received: () => receiver.at(path), deliveries: () => all(id) };
}
const all = (id: string) => webhookDeliveries.list(id, { state: undefined, limit: 100 });
const happen = (account: string, type: 'nameChanged' | 'accountDisabled' | 'accountErased' = 'nameChanged') =>
  stores.audit.record({ account, type }, serviceContext);

afterEach(async () => {
  for (const { id } of await webhookEndpoints.all()) await webhookEndpoints.remove(id);
  // A receiver compares the time with that of its machine.
  clock.reset();
});

describe('a webhook', () => {
  test('tells what happened by ids alone, signed by the Standard Webhooks specification [AC-81]', async () => {
    const { received, secret, deliveries } = await newEndpoint();
    const mobile = '13655000001';
    const ouid = await services.addAccount({ mobile, name: '王小明' });
    await happen(ouid);
    await webhooks.sendDue();
    const [only, ...more] = received();
    expect(more).toEqual([]);
    const headers = only!.headers as Record<string, string>;
    expect(new Webhook(secret).verify(only!.text, headers)).toEqual({
      type: 'person.changed',
      timestamp: new Date(clock.now()).toISOString(),
      data: { person: ouid, changed: 'name' },
    });
    expect(only!.text).not.toMatch(/13655000001|王小明/);
    const [delivery] = await deliveries();
    expect(headers['webhook-id']).toBe(`evt_${delivery!.event}`);
    expect(delivery).toMatchObject({ attempts: 1, lastResult: '204', nextAttemptAt: null });
  });

  test('is refused by a receiver whose secret is another, and when its id, time or body was changed [AC-78]', async () => {
    const [{ received }, other] = [await newEndpoint(), await newEndpoint()];
    await happen('someone');
    await webhooks.sendDue();
    const { headers, text } = received()[0]!;
    const own = headers as Record<string, string>;
    const verify =
      (changed: Record<string, string>, body = text, secret = other.secret) =>
      () =>
        new Webhook(secret).verify(body, { ...own, ...changed });
    expect(verify({})).toThrow('No matching signature');
    const later = `${Number(own['webhook-timestamp']) + 60}`;
    for (const changed of [{ 'webhook-id': 'evt_other' }, { 'webhook-timestamp': later }])
      expect(verify(changed)).toThrow('No matching signature');
    expect(verify({}, text.replace('someone', 'another'))).toThrow('No matching signature');
  });

  test('is refused by a receiver when it is replayed after five minutes, and has the same id in every attempt [AC-79]', async () => {
    const { received, secret, path } = await newEndpoint();
    receiver.answers[path] = 500;
    await happen('someone');
    await webhooks.sendDue();
    delete receiver.answers[path];
    clock.move(limits.delays[0] * 1.1);
    await webhooks.sendDue();
    const [first, second] = received().map(({ headers }) => headers as Record<string, string>);
    expect(first!['webhook-id']).toBe(second!['webhook-id']);
    expect(Number(second!['webhook-timestamp'])).toBeGreaterThan(Number(first!['webhook-timestamp']));
    clock.move(-minutes(6));
    await happen('someone');
    await webhooks.sendDue();
    const { headers, text } = received().at(-1)!;
    expect(() => new Webhook(secret).verify(text, headers as Record<string, string>)).toThrow('too old');
  });

  test('is signed by both secrets while they overlap, and then by the new one alone', async () => {
    const { id, received, secret } = await newEndpoint();
    const { encryptedSecret: previousEncryptedSecret } = (await webhookEndpoints.find(id))!;
    const next = newWebhookSecret(random);
    await webhookEndpoints.setSecret(id, {
      encryptedSecret: sealWebhookSecret(id, next, services.encryptionKeys[0]!),
      previousEncryptedSecret,
      previousSecretUntil: new Date(clock.now() + hours(1)),
    });
    await happen('someone');
    await webhooks.sendDue();
    clock.move(hours(1));
    await happen('someone');
    await webhooks.sendDue();
    const signedBy = ({ headers, text }: ReturnType<typeof received>[number]) =>
      [secret, next].map((one) => {
        const { 'webhook-id': message, 'webhook-timestamp': time, 'webhook-signature': signatures } = headers;
        const signature = new Webhook(one).sign(String(message), new Date(Number(time) * 1000), text);
        return String(signatures).split(' ').includes(signature);
      });
    expect(received().map(signedBy)).toEqual([
      [true, true],
      [false, true],
    ]);
  });

  test('is not sent where its secret cannot be decrypted, also with that of another endpoint', async () => {
    const [{ id, received, deliveries }, other] = [await newEndpoint(), await newEndpoint()];
    const { encryptedSecret } = (await webhookEndpoints.find(other.id))!;
    const none = { previousEncryptedSecret: null, previousSecretUntil: null };
    await webhookEndpoints.setSecret(id, { encryptedSecret, ...none });
    await happen('someone');
    await webhooks.sendDue();
    expect((await deliveries())[0]).toMatchObject({ lastResult: 'SECRET_UNREADABLE' });
    expect(received()).toEqual([]);
  });

  test('has personal data only for an endpoint that was granted it, as it is now, and none after the erasure [AC-81]', async () => {
    const [granted, ids] = [await newEndpoint({ personalData: true }), await newEndpoint()];
    const ouid = await services.addAccount({ mobile: '13655000002', name: '王小明' });
    await happen(ouid);
    await webhooks.sendDue();
    expect(granted.received()[0]!.body.personalData).toEqual({ name: '王小明', mobile: '13655000002' });
    expect(ids.received()[0]!.body).not.toHaveProperty('personalData');
    receiver.answers[granted.path] = 500;
    await happen(ouid, 'accountErased');
    await webhooks.sendDue();
    await stores.accounts.close(ouid);
    clock.move(days(15));
    delete receiver.answers[granted.path];
    await webhooks.sendDue();
    const last = granted.received().at(-1)!;
    expect(last.body).toEqual({ type: 'person.erased', timestamp: expect.any(String), data: { person: ouid } });
  });

  test('goes only to endpoints that want its type', async () => {
    const [some, every] = [await newEndpoint({ types: ['person.disabled'] }), await newEndpoint()];
    await happen('someone');
    await happen('someone', 'accountDisabled');
    await webhooks.sendDue();
    expect(some.received().map(({ body }) => body.type)).toEqual(['person.disabled']);
    expect(every.received()).toHaveLength(2);
  });
});

describe('an endpoint that does not accept', () => {
  test('is tried ten times over three days, and then the delivery is given up', async () => {
    const { path, received, deliveries, id } = await newEndpoint();
    receiver.answers[path] = 503;
    await happen('someone');
    const start = clock.now();
    for (let attempt = 1; attempt <= limits.maxAttempts; attempt += 1) {
      await webhooks.sendDue();
      expect(received()).toHaveLength(attempt);
      const [{ nextAttemptAt } = { nextAttemptAt: null }] = await deliveries();
      if (attempt === limits.maxAttempts) expect(nextAttemptAt).toBeNull();
      else {
        const delay = nextAttemptAt!.getTime() - clock.now();
        const planned = limits.delays[attempt - 1]!;
        expect(Math.abs(delay - planned)).toBeLessThanOrEqual(planned / 10);
        clock.move(delay - 1);
        await webhooks.sendDue();
        expect(received()).toHaveLength(attempt);
        clock.move(1);
      }
    }
    const taken = clock.now() - start;
    expect(taken).toBeGreaterThan(days(2.5));
    expect(taken).toBeLessThan(days(3.5));
    clock.move(days(1));
    await webhooks.sendDue();
    expect(received()).toHaveLength(limits.maxAttempts);
    expect(await webhookDeliveries.list(id, { state: 'failed', limit: 10 })).toMatchObject([
      { attempts: 10, lastResult: '503', deliveredAt: null },
    ]);
  });

  test('does not keep another one waiting', async () => {
    const [dead, alive] = [await newEndpoint({ url: 'http://127.0.0.1:9/' }), await newEndpoint()];
    for (let n = 0; n < 25; n += 1) await happen('someone');
    await webhooks.sendDue();
    expect(alive.received()).toHaveLength(25);
    expect((await dead.deliveries()).filter(({ attempts }) => attempts > 0)).toHaveLength(limits.atOnce);
  });

  test('is switched off after five days without one that was accepted; then nothing is sent until it is enabled', async () => {
    const { id, path, received } = await newEndpoint();
    receiver.answers[path] = 500;
    const failOnce = async () => {
      await happen('someone');
      await webhooks.sendDue();
    };
    await failOnce();
    clock.move(days(4));
    delete receiver.answers[path];
    await failOnce();
    receiver.answers[path] = 500;
    await failOnce();
    clock.move(limits.disableAfter - 1);
    await failOnce();
    expect(await webhookEndpoints.find(id)).toMatchObject({ disabledAt: null });
    clock.move(1);
    services.lines.length = 0;
    await failOnce();
    expect(await webhookEndpoints.find(id)).toMatchObject({ disabledBy: 'failing' });
    expect(services.lines.join()).toContain('"event":"webhookEndpointDisabled"');
    expect(await services.metrics.text()).toContain('foyer_webhook_endpoints_disabled 1\n');
    const before = received().length;
    delete receiver.answers[path];
    clock.move(days(1));
    await failOnce();
    expect(received()).toHaveLength(before);
    await webhookEndpoints.enable(id);
    await webhooks.sendDue();
    expect(received().length).toBeGreaterThan(before);
  });

  test('is switched off at once by the answer 410', async () => {
    const { id, path } = await newEndpoint();
    receiver.answers[path] = 410;
    await happen('someone');
    await webhooks.sendDue();
    expect(await webhookEndpoints.find(id)).toMatchObject({ disabledBy: 'gone' });
  });

  test('has not accepted it by a redirect, which is not followed [AC-77]', async () => {
    const { path, deliveries } = await newEndpoint();
    receiver.answers[path] = 302;
    await happen('someone');
    await webhooks.sendDue();
    expect((await deliveries())[0]).toMatchObject({ lastResult: '302', deliveredAt: null });
    expect(receiver.at('/elsewhere')).toEqual([]);
  });
});

describe('an address inside the network', () => {
  test.each([
    ['an address', (port: number) => `https://127.0.0.1:${port}/inside`, 'NOT_PUBLIC'],
    ['a name that leads to one', (port: number) => `https://localhost:${port}/inside`, 'NOT_PUBLIC'],
    ['the metadata of a cloud', () => 'https://169.254.169.254/inside', 'NOT_PUBLIC'],
    ['an address in another form', (port: number) => `https://[::ffff:127.0.0.1]:${port}/inside`, 'NOT_PUBLIC'],
    ['one without https', (port: number) => `http://localhost:${port}/inside`, 'NOT_HTTPS'],
  ])('is not called: %s [AC-77]', async (_, url, result) => {
    const { deliveries } = await newEndpoint({ url: url(receiver.port) });
    await happen('someone');
    await webhooks.sendDue();
    expect((await deliveries())[0]).toMatchObject({ lastResult: result });
    expect(receiver.at('/inside')).toEqual([]);
  });
});

describe('several nodes', () => {
  test('make one attempt for each event, also when they send at the same time', async () => {
    const { received } = await newEndpoint();
    const node = await openNode(services, { WEBHOOK_INSIDE_ORIGINS: receiver.origin });
    for (let n = 0; n < 40; n += 1) await happen(`person-${n}`);
    await Promise.all([webhooks.sendDue(), node.webhooks.sendDue(), webhooks.sendDue(), node.webhooks.sendDue()]);
    expect(received().map(({ body }) => body.data['person'])).toHaveLength(40);
    expect(new Set(received().map(({ headers }) => headers['webhook-id'])).size).toBe(40);
  });

  test('make the attempt of a node that has died, a minute later', async () => {
    const { id, received } = await newEndpoint();
    await happen('someone');
    await stores.webhookEvents.publish();
    expect(await webhookDeliveries.take(id, 10)).toHaveLength(1);
    clock.move(limits.lease - 1);
    await webhooks.sendDue();
    expect(received()).toHaveLength(0);
    clock.move(1);
    await webhooks.sendDue();
    expect(received()).toHaveLength(1);
  });
});
