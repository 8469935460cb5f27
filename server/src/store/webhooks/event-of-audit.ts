import type { WebhookEventData, WebhookEventType } from '@foyer/contract/events/webhook-events';
import type { AuditType } from '@foyer/contract/flows/account';

type Details = Record<string, string | number | string[]>;

interface Audited {
  account: string | undefined;
  type: AuditType;
  method?: string | undefined;
  details: Details;
}

export interface NewWebhookEvent {
  type: WebhookEventType;
  data: WebhookEventData;
}

/** The rest of the data, beside the person; undefined where this is no event for applications. */
type More = (audited: Audited) => WebhookEventData | undefined;

const none: More = () => ({});
const changed = (what: string): [WebhookEventType, More] => ['person.changed', () => ({ changed: what })];
const factor = (type: WebhookEventType, name: string): [WebhookEventType, More] => [type, () => ({ factor: name })];
const application: More = ({ details: { client } }) => ({ application: String(client) });

/** What the audit trail records and applications are told. */
const told: Partial<Record<AuditType, [WebhookEventType, More]>> = {
  accountCreated: ['person.registered', ({ method }) => (method === undefined ? {} : { method })],
  nameChanged: changed('name'),
  mobileChanged: changed('mobile'),
  emailChanged: changed('email'),
  contactChangeUndone: changed('contacts'),
  passwordChanged: changed('password'),
  passwordReset: changed('password'),
  passwordRemoved: changed('password'),
  idNumberConfirmed: changed('idNumber'),
  realNameVerified: changed('realName'),
  identityLinked: changed('identities'),
  identityUnlinked: changed('identities'),
  accountDisabled: ['person.disabled', none],
  accountEnabled: ['person.enabled', none],
  closureRequested: ['person.closed', none],
  closureCancelled: ['person.reopened', none],
  accountErased: ['person.erased', none],
  // Both accounts have a record of it: that of the one that ends is told.
  accountMerged: [
    'person.merged',
    ({ details: { into } }) => (into === undefined ? undefined : { into: String(into) }),
  ],
  passkeyAdded: factor('factor.added', 'passkey'),
  authenticatorAdded: factor('factor.added', 'authenticator'),
  backupCodesCreated: factor('factor.added', 'backupCodes'),
  passkeyRemoved: factor('factor.removed', 'passkey'),
  authenticatorRemoved: factor('factor.removed', 'authenticator'),
  recoveryMade: ['factor.recovered', none],
  secondFactorReset: ['factor.recovered', none],
  sessionEnded: ['session.ended', () => ({ everywhere: false })],
  signedOut: ['session.ended', () => ({ everywhere: false })],
  signedOutEverywhere: ['session.ended', () => ({ everywhere: true })],
  signInDisowned: [
    'session.ended',
    ({ details: { ended } }) => (Number(ended) > 0 ? { everywhere: false } : undefined),
  ],
  signInFailed: [
    'signIn.locked',
    ({ method, details }) =>
      details['reason'] === 'lockedOut' ? { ...(method !== undefined && { method }) } : undefined,
  ],
  applicationAllowed: ['application.permitted', application],
  applicationEnded: ['application.withdrawn', application],
  deviceConnected: ['device.connected', application],
};

/** What applications are told of a record in the audit trail. Without an account there is nobody to tell of, but a company. */
export function webhookEventOf(audited: Audited): NewWebhookEvent | undefined {
  const { account, type, details } = audited;
  if (type === 'operatorCommand' && details['command'] === 'sso add')
    return { type: 'company.connected', data: { company: String(details['company']) } };
  const [name, more] = told[type] ?? [];
  const data = account === undefined ? undefined : more?.(audited);
  return name && data && { type: name, data: { person: account!, ...data } };
}
