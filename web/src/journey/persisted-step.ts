import { input, longest } from '@foyer/contract/limits';
import { scanApps } from '@foyer/contract/pages/page-config';
import { handle, signedIn } from '@foyer/contract/flows/sign-in';
import * as v from 'valibot';
import { remove, save, load } from '../platform/storage/persisted.ts';
import type { Step } from './journey.ts';

const text = v.pipe(v.string(), v.maxLength(input.maxLength));
const url = v.optional(v.pipe(v.string(), v.maxLength(longest.redirectParam)));
const proven = { principal: text, serviceId: handle };
const stranger = {
  app: v.picklist(scanApps),
  userInfoContextId: handle,
  principal: v.optional(text),
};

/** The dialogs that can be gone on with, as long as the service knows their handles. A company's access code is not one. */
const places = v.variant('at', [
  v.object({
    at: v.literal('identityCheck'),
    asked: v.object({
      is: v.literal('needsIdentityCheck'),
      name: text,
      desIdNo: text,
      serviceId: handle,
      codeBy: v.optional(v.literal('email')),
    }),
  }),
  v.object({
    at: v.literal('bindMobile'),
    stranger: v.object({ is: v.literal('needsMobile'), loginId: v.optional(handle), ...stranger }),
  }),
  v.object({ at: v.literal('oneClick'), known: v.object({ is: v.literal('mobileAlreadyBound'), ...stranger }) }),
  v.object({
    at: v.literal('secondFactor'),
    mobile: text,
    preServiceId: handle,
    unverified: v.exactOptional(text),
  }),
  v.object({
    at: v.literal('consent'),
    then: v.variant('is', [
      v.object({ is: v.literal('signedIn'), ...signedIn.entries, unverified: v.exactOptional(text) }),
      v.object({ is: v.literal('mustAgreeFirst'), ...proven }),
      v.object({ is: v.literal('alreadyRegistered'), ...proven }),
    ]),
  }),
  v.object({ at: v.literal('setPassword'), serviceId: handle, url }),
]);

/** A place that names an account stays in its tab. */
export function saveStep(place: Step) {
  const read = v.safeParse(places, place);
  if (!read.success) return remove('step');
  const names = read.output.at === 'consent' && read.output.then.is !== 'signedIn';
  save('step', read.output, names ? 'tab' : 'browser');
}

/** Where this browser stood, if that is a place at all. */
export function loadStep(): Step | undefined {
  const read = v.safeParse(places, load('step'));
  if (!read.success) return undefined;
  // Nobody knows any more whether it was to go on by itself.
  return read.output.at === 'oneClick' ? { ...read.output, found: true } : read.output;
}
