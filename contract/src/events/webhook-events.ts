/**
 * What applications of the operator are told, by webhooks and by the event feed, and what `data` says of it: ids and words
 * from lists, nothing personal.
 */
export const webhookEvents = {
  'person.registered': 'person; method: how',
  'person.changed': 'person; changed: name, mobile, email, contacts, password, idNumber, realName or identities',
  'person.disabled': 'person',
  'person.enabled': 'person',
  'person.closed': 'person; the account is erased after 14 days',
  'person.reopened': 'person; the closed account is kept',
  'person.erased': 'person',
  'person.merged': 'person, which is erased; into: the person who remains',
  'factor.added': 'person; factor: passkey, authenticator or backupCodes',
  'factor.removed': 'person; factor: passkey or authenticator',
  'factor.recovered': 'person; all second factors were reset',
  'session.ended': 'person; everywhere: whether all sessions of the person have ended',
  'signIn.locked': 'person; method: how; a sign-in was refused after too many wrong passwords',
  'company.connected': 'company; added, or its connection was changed',
  'company.certificateExpiring': 'company; expiresAt; certificate: its SHA-256 fingerprint',
  'application.permitted': 'person; application',
  'application.withdrawn': 'person; application',
  'device.connected': 'person; application, which may use the account on a device without a browser',
} as const;

export type WebhookEventType = keyof typeof webhookEvents;
export const webhookEventTypes = Object.keys(webhookEvents) as [WebhookEventType, ...WebhookEventType[]];

export type WebhookEventData = Record<string, string | boolean>;

/** The body of a webhook, and an entry of the feed. */
export interface WebhookBody {
  type: WebhookEventType | 'webhook.test';
  /** When it happened. */
  timestamp: string;
  data: WebhookEventData;
  /** Only for an endpoint that the operator has granted it, as it is at the time of the delivery. Without an account there is none. */
  personalData?: { name?: string; mobile?: string; email?: string };
}
