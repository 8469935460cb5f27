import pLimit from 'p-limit';
import type { WebhookBody } from '@foyer/contract/events/webhook-events';
import type { Config } from '../../config/config.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Random } from '../../platform/random.ts';
import { webhooks } from '../../store/webhooks/limits.ts';
import { SafeFetchError, createSafeFetch } from '../../providers/http/safe-fetch.ts';
import { type Upstreams, resultOfStatus } from '../../providers/http/upstreams.ts';
import type { Stores } from '../../store/stores.ts';
import type { TakenDelivery } from '../../store/webhooks/webhook-deliveries.ts';
import type { WebhookEndpoint } from '../../store/webhooks/webhook-endpoints.ts';
import type { WebhookEvent } from '../../store/webhooks/webhook-events.ts';
import { secretsOf, webhookMessage } from './webhook-message.ts';

export interface WebhookSender {
  /** Publishes what has happened, and makes every attempt that is due; the current ones alone once `signal` is aborted. */
  sendDue(signal?: AbortSignal): Promise<void>;
  /** Sends a message of its own, once, and returns the result. */
  test(endpoint: WebhookEndpoint): Promise<Attempt>;
}

/** The HTTP status or the code of an error. */
interface Attempt {
  accepted: boolean;
  result: string;
}

interface SenderDependencies {
  config: Pick<Config, 'webhooks'>;
  stores: Pick<Stores, 'accounts' | 'webhookDeliveries' | 'webhookEndpoints' | 'webhookEvents'>;
  clock: Clock;
  random: Random;
  log: Log;
  encryptionKeys: readonly Buffer[];
  upstreams?: Upstreams;
}

export function createWebhookSender({
  config,
  stores: { accounts, webhookDeliveries, webhookEndpoints, webhookEvents },
  clock,
  random,
  log,
  encryptionKeys,
  upstreams,
}: SenderDependencies): WebhookSender {
  const request = createSafeFetch({
    internalOrigins: config.webhooks.internalOrigins,
    timeout: webhooks.timeout,
    withoutBody: true,
  });
  /** Those that this process is sending to. */
  const busy = new Set<string>();
  /** Requests of people use the same connections to the database, and go first. */
  const limited = pLimit(webhooks.statementsAtOnce);
  let isLooking = false;

  async function post(endpoint: WebhookEndpoint, id: string, body: WebhookBody): Promise<Attempt> {
    const secrets = secretsOf(endpoint, encryptionKeys, clock.now());
    if (!secrets) return { accepted: false, result: 'SECRET_UNREADABLE' };
    const { headers, body: text } = webhookMessage(id, body, secrets, clock.now());
    const send = () => request(endpoint.url, { method: 'POST', headers, body: text });
    try {
      const { ok, status } = await (upstreams ? upstreams.call('webhooks', send, resultOfStatus) : send());
      return { accepted: ok, result: `${status}` };
    } catch (error) {
      if (error instanceof SafeFetchError) return { accepted: false, result: error.code };
      throw error;
    }
  }

  async function bodyOf({ type, at, data }: TakenDelivery['event'], endpoint: WebhookEndpoint): Promise<WebhookBody> {
    const body = { type, timestamp: at.toISOString(), data };
    const account =
      endpoint.personalData && data['person'] ? await accounts.findByOuid(String(data['person'])) : undefined;
    if (!account) return body;
    const { name, mobile, email } = account;
    return { ...body, personalData: { ...(name && { name }), ...(mobile && { mobile }), ...(email && { email }) } };
  }

  /** Whether the endpoint has accepted it. */
  async function attempt(endpoint: WebhookEndpoint, delivery: TakenDelivery): Promise<boolean> {
    const { event } = delivery;
    const body = await limited(() => bodyOf(event, endpoint));
    const { accepted, result } = await post(endpoint, messageIdOf(event), body);
    await limited(() => settle(endpoint, delivery, { accepted, result }));
    return accepted;
  }

  async function settle(endpoint: WebhookEndpoint, delivery: TakenDelivery, { accepted, result }: Attempt) {
    const { attempts, event } = delivery;
    const line = { endpoint: endpoint.id, webhook: event.id, attempts, result };
    if (accepted) {
      await webhookDeliveries.delivered(delivery, result);
      await webhookEndpoints.accepted(endpoint.id);
      log.info({ event: 'webhookDelivered', ...line });
      return;
    }
    const isGone = result === '410';
    const isLast = isGone || attempts >= webhooks.maxAttempts;
    await webhookDeliveries.failed(delivery, result, isLast ? undefined : delayAfter(attempts));
    log[isLast ? 'error' : 'warn']({ event: 'webhookNotDelivered', ...line });
    const isOff = isGone
      ? await webhookEndpoints.disable(endpoint.id, 'gone')
      : await webhookEndpoints.failed(endpoint.id);
    if (isOff) log.error({ event: 'webhookEndpointDisabled', endpoint: endpoint.id, result });
  }

  function delayAfter(attempts: number): number {
    const delay = webhooks.delays[attempts - 1] ?? webhooks.delays.at(-1)!;
    return delay + random.below(delay / 5) - delay / 10;
  }

  async function sendTo(id: string, signal: AbortSignal | undefined) {
    if (busy.has(id)) return;
    busy.add(id);
    try {
      while (!isEnding(signal)) {
        const endpoint = await webhookEndpoints.find(id);
        if (!endpoint || endpoint.disabledAt) return;
        const taken = await webhookDeliveries.take(id, webhooks.atOnce);
        const accepted = await Promise.all(taken.map((delivery) => attempt(endpoint, delivery)));
        // One that accepts nothing at the moment is left alone until the next run.
        if (!accepted.includes(true)) return;
      }
    } finally {
      busy.delete(id);
    }
  }

  async function lookForWork(signal: AbortSignal | undefined) {
    while (!isEnding(signal) && (await webhookEvents.publish()));
    return webhookDeliveries.dueEndpoints();
  }

  return {
    async sendDue(signal) {
      // While the database is slow, what looks for work does not pile up.
      if (isLooking) return;
      isLooking = true;
      const due = await lookForWork(signal).finally(() => (isLooking = false));
      await Promise.all(due.map((id) => sendTo(id, signal)));
    },

    test: (endpoint) =>
      post(endpoint, `test_${random.token(12)}`, {
        type: 'webhook.test',
        timestamp: new Date(clock.now()).toISOString(),
        data: {},
      }),
  };
}

const isEnding = (signal: AbortSignal | undefined) => signal?.aborted === true;

/** The same in every attempt, at every endpoint and in the feed. */
export const messageIdOf = ({ id }: Pick<WebhookEvent, 'id'>) => `evt_${id}`;
