import * as v from 'valibot';
import { type WebhookBody, webhookEventTypes } from './webhook-events.ts';

/** The events that webhooks tell of, for those who cannot be called. It is called with an access token for `eventFeedApi`. */
export const eventFeedPath = '/management/events';
/** The path of the API under the origin of the service: the audience of its tokens. */
export const managementPath = '/management';
export const eventFeedScope = 'events:read';

const position = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number));
const types = v.pipe(
  v.string(),
  v.transform((list) => list.split(',')),
  v.array(v.picklist(webhookEventTypes)),
);

export const eventFeedRequest = v.object({
  /** The `next` of the answer before; without it the oldest that are kept. */
  after: v.optional(position, '0'),
  limit: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,4}$/), v.transform(Number), v.minValue(1), v.maxValue(1000)),
    '100',
  ),
  /** Only these, separated by commas. */
  types: v.optional(types),
});

export interface EventFeed {
  events: (WebhookBody & { id: string })[];
  /** Where the next request begins; the same as before while there is nothing new. */
  next: string;
  /** There may be further events at once. */
  more: boolean;
}
