import { days, hours, minutes, seconds } from '@foyer/contract/time';

/**
 * Events for applications of the operator, by webhook. The first attempt is made at once, the tenth about three days later; a
 * delay varies by a tenth, so that what failed at once is not tried again at once.
 */
export const webhooks = {
  interval: seconds(2),
  delays: [seconds(10), minutes(1), minutes(10), minutes(30), hours(2), hours(6), hours(12), hours(24), hours(26)],
  maxAttempts: 10,
  /** How long a node has for an attempt, before another one makes it. */
  lease: minutes(1),
  timeout: seconds(10),
  /** Attempts of one node at one endpoint at the same time. */
  atOnce: 10,
  /** Results that one process stores at the same time. */
  statementsAtOnce: 3,
  /** Events that one statement publishes. */
  batch: 1000,
  /** No delivery was accepted for this long: the endpoint is switched off. */
  disableAfter: days(5),
  /** Of events and the log of deliveries. */
  retention: days(30),
  /** The previous secret signs as long as this beside a new one, in hours, unless the operator says otherwise. */
  overlapHours: 24,
} as const;
