import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { devices } from '../rules/device-rules.ts';
import { initTimes, redirectKinds, ratings, vitals } from './event-values.ts';
import { events as limits } from '../event-limits.ts';
import { scanApps } from '../pages/page-config.ts';
import { pageNames } from '../pages/page-routes.ts';
import { signInMethods } from '../sign-in-methods.ts';

const result = v.picklist(['done', 'refused', 'noResponse']);
const app = v.picklist(scanApps);
const dialogs = [
  'bindMobile',
  'oneClick',
  'identityCheck',
  'setPassword',
  'passkeyOffer',
  'agreement',
  'secondFactor',
  'secondFactorDue',
  'ssoDomain',
  'ssoBind',
] as const;

/**
 * Every event with its fields: at most two values, each from a fixed list. Free text and numbers are impossible, so
 * an event can never contain personal data, whatever bug a page has.
 */
export const event = v.variant('name', [
  v.object({ name: v.literal('page_show'), page: v.picklist(pageNames), device: v.picklist(devices) }),
  v.object({ name: v.literal('front_init_time_consume'), page: v.picklist(pageNames), took: v.picklist(initTimes) }),
  /** A bug, or a file of the page that did not load or run. */
  v.object({ name: v.literal('page_error'), page: v.picklist(pageNames), kind: v.picklist(['error', 'load']) }),
  v.object({ name: v.literal('web_vital'), vital: v.picklist(vitals), rating: v.picklist(ratings) }),
  v.object({
    name: v.literal('url_redirect_analysis'),
    url_source: v.picklist(pageNames),
    url_skip: v.picklist(redirectKinds),
  }),
  v.object({ name: v.literal('tab_change'), tab: v.picklist(['user', 'authCode']) }),
  v.object({ name: v.literal('code_send'), by: v.picklist(['mobile', 'email']), result }),
  v.object({ name: v.literal('sign_in_submit'), way: v.picklist(signInMethods) }),
  v.object({ name: v.literal('sign_in_result'), way: v.picklist(signInMethods), result }),
  v.object({ name: v.literal('qr_switch'), app }),
  v.object({ name: v.literal('qr_refresh'), app }),
  v.object({ name: v.literal('qr_state'), app, state: v.picklist(['shown', 'scanned', 'expired', 'failed']) }),
  v.object({ name: v.picklist(['sso_open', 'sso_back']) }),
  v.object({ name: v.literal('sso_step'), step: v.picklist(['domain', 'return', 'bind', 'realName']), result }),
  v.object({ name: v.picklist(['dialog_open', 'dialog_confirm', 'dialog_cancel']), dialog: v.picklist(dialogs) }),
  v.object({ name: v.literal('help_open'), from: v.picklist(['widget', 'refusal', 'footer']) }),
  v.object({ name: v.literal('article_click'), from: v.picklist(['widget', 'refusal', 'helpPage']) }),
  v.object({ name: v.literal('article_helped'), helped: v.picklist(['yes', 'no']) }),
  v.object({ name: v.literal('chat_open'), from: v.picklist(['widget', 'consult', 'helpPage']) }),
]);
export type PageEvent = v.InferInput<typeof event>;

/**
 * Sent as a beacon, which survives leaving the page, with a JSON or text/plain body.
 * An unknown event is ignored, and the others are counted.
 */
export const trackEvents = defineCall({
  method: 'POST',
  path: '/v1/events',
  purpose: 'Count analytics events; they contain no personal data',
  access: 'anyone',
  request: v.object({ events: v.pipe(v.array(event), v.maxLength(limits.batchSize)) }),
  response: v.null(),
  refusals: {},
});
