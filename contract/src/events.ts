import * as v from 'valibot';
import { defineCall } from './call.ts';
import { events as limits, longest } from './limits.ts';
import { ways } from './session.ts';

/** An origin and a path: the rest of an address may carry an account or a token. */
const bareAddress = v.pipe(v.string(), v.regex(/^[^?#@\s]*$/), v.maxLength(longest.target));
const scanApp = v.picklist(['wechat', 'dingtalk', 'alipay']);

/** Every event and all it may say. What is not written here cannot be told. */
export const event = v.variant('name', [
  v.object({ name: v.literal('url_redirect_analysis'), url_source: bareAddress, url_skip: bareAddress }),
  v.object({ name: v.literal('front_init_time_consume'), milliseconds: v.pipe(v.number(), v.minValue(0)) }),
  v.object({ name: v.literal('tab_change'), tab: v.picklist(['user', 'authCode']) }),
  v.object({ name: v.literal('code_send'), by: v.picklist(['mobile', 'email']) }),
  v.object({ name: v.literal('sign_in_submit'), way: v.picklist(ways) }),
  v.object({
    name: v.literal('sign_in_result'),
    way: v.picklist(ways),
    result: v.picklist(['done', 'refused', 'noAnswer']),
  }),
  v.object({ name: v.literal('qr_switch'), app: scanApp }),
  v.object({ name: v.literal('qr_refresh'), app: scanApp }),
  v.object({ name: v.literal('sso_open') }),
  v.object({
    name: v.picklist(['dialog_open', 'dialog_confirm', 'dialog_cancel']),
    dialog: v.picklist(['bindMobile', 'oneClick', 'identityCheck', 'setPassword', 'consent', 'secondFactor']),
  }),
]);
export type PageEvent = v.InferInput<typeof event>;

/** Sent as a beacon: it outlives the page, and nobody waits for the answer. */
export const tellEvents = defineCall({
  method: 'POST',
  path: '/v1/events',
  purpose: 'Count what happened on the page; nothing in it says to whom',
  request: v.object({ events: v.pipe(v.array(event), v.maxLength(limits.atOnce)) }),
  response: v.null(),
  refusals: {},
});
