import type { Config } from '../../config/config.ts';
import type { WebhookEndpoint } from '../../store/webhooks/webhook-endpoints.ts';

/** Why events cannot be sent there, or undefined if they can. What its name leads to is looked at by each attempt. */
export function urlProblem(url: string, { webhooks }: Pick<Config, 'webhooks'>): string | undefined {
  if (!URL.canParse(url)) return `${url}: give a complete URL such as https://crm.example.com/foyer`;
  const { protocol, origin, username, password, hash } = new URL(url);
  if (username || password || hash) return `${url}: give it without a user name, a password and a fragment`;
  if (protocol === 'https:' || webhooks.internalOrigins.includes(origin)) return undefined;
  return `${url}: it must be https, unless WEBHOOK_INSIDE_ORIGINS lists its origin`;
}

/** Without its secret. */
export const summary = ({ id, url, types, personalData, failingSince, disabledAt, disabledBy }: WebhookEndpoint) => ({
  id,
  url,
  events: types.length > 0 ? types : 'all',
  personalData,
  failingSince,
  disabledAt,
  disabledBy,
});

const reasons = { operator: 'by an operator', failing: 'after days of failures', gone: 'it has answered 410' };

export const stateText = ({ failingSince, disabledAt, disabledBy }: WebhookEndpoint) =>
  disabledAt
    ? `off since ${disabledAt.toISOString()}${disabledBy ? `, ${reasons[disabledBy]}` : ''}`
    : failingSince
      ? `on, but accepts nothing since ${failingSince.toISOString()}`
      : 'on';

export const endpointText = (endpoint: WebhookEndpoint) =>
  [
    `Endpoint        ${endpoint.id}`,
    `URL             ${endpoint.url}`,
    `Events          ${endpoint.types.length > 0 ? endpoint.types.join(', ') : 'all'}`,
    `Personal data   ${endpoint.personalData ? 'name and contacts of the person' : 'none, ids only'}`,
    `State           ${stateText(endpoint)}`,
  ].join('\n');
