import { createHmac } from 'node:crypto';
import type { WebhookBody } from '@foyer/contract/events/webhook-events';
import { seconds } from '@foyer/contract/time';
import { decrypt, encrypt } from '../../platform/encryption.ts';
import type { Random } from '../../platform/random.ts';
import type { Stores } from '../../store/stores.ts';
import type { WebhookEndpoint } from '../../store/webhooks/webhook-endpoints.ts';

const prefix = 'whsec_';
const nameOf = (endpoint: string) => `webhook ${endpoint}`;

/** As an operator copies it into the receiver. */
export const newWebhookSecret = (random: Random) =>
  `${prefix}${Buffer.from(random.token(), 'base64url').toString('base64')}`;

export const sealWebhookSecret = (endpoint: string, secret: string, encryptionKey: Buffer) =>
  encrypt(secret, encryptionKey, nameOf(endpoint));

/** Undefined where no key decrypts it. */
const openWebhookSecret = (endpoint: string, encrypted: string, encryptionKeys: readonly Buffer[]) =>
  decrypt(encrypted, encryptionKeys, nameOf(endpoint));

/** The secrets that sign at this time: during a rotation both. Undefined where the newest cannot be decrypted. */
export function secretsOf(
  { id, encryptedSecret, previousEncryptedSecret, previousSecretUntil }: WebhookEndpoint,
  encryptionKeys: readonly Buffer[],
  now: number,
): string[] | undefined {
  const newest = openWebhookSecret(id, encryptedSecret, encryptionKeys);
  if (newest === undefined) return undefined;
  const signsStill = previousEncryptedSecret !== null && (previousSecretUntil?.getTime() ?? 0) > now;
  const previous = signsStill ? openWebhookSecret(id, previousEncryptedSecret, encryptionKeys) : undefined;
  return [newest, ...(previous === undefined ? [] : [previous])];
}

/** Encrypts the secrets of all endpoints with the newest key. Those that no key decrypts stay as they are. */
export async function encryptWebhookSecretsAgain(
  { webhookEndpoints }: Pick<Stores, 'webhookEndpoints'>,
  encryptionKeys: readonly Buffer[],
): Promise<void> {
  const [newest] = encryptionKeys;
  if (!newest) return;
  for (const { id, encryptedSecret, previousEncryptedSecret, previousSecretUntil } of await webhookEndpoints.all()) {
    const again = (encrypted: string) => {
      const secret = openWebhookSecret(id, encrypted, encryptionKeys);
      return secret === undefined ? encrypted : sealWebhookSecret(id, secret, newest);
    };
    await webhookEndpoints.setSecret(id, {
      encryptedSecret: again(encryptedSecret),
      previousEncryptedSecret: previousEncryptedSecret === null ? null : again(previousEncryptedSecret),
      previousSecretUntil,
    });
  }
}

/** A message by the Standard Webhooks specification: its headers and body. */
export function webhookMessage(id: string, body: WebhookBody, secrets: readonly string[], now: number) {
  const timestamp = Math.floor(now / seconds(1));
  const text = JSON.stringify(body);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')}`;
  });
  return {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Foyer-Webhooks',
      'webhook-id': id,
      'webhook-timestamp': `${timestamp}`,
      'webhook-signature': signatures.join(' '),
    },
    body: text,
  };
}
