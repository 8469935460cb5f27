import { input, longest } from '@foyer/contract/limits';
import { scanApps } from '@foyer/contract/pages/page-config';
import { isMasked } from '@foyer/contract/rules/account-rules';
import { secondFactors } from '@foyer/contract/second-factors';
import { agreementUpdate } from '@foyer/contract/flows/agreement';
import { handle, signedIn } from '@foyer/contract/flows/sign-in';
import * as v from 'valibot';
import { cookiesWork } from '../platform/storage/cookies.ts';
import { remove, save, load } from '../platform/storage/persisted.ts';
import type { Step } from './journey.ts';

const text = v.pipe(v.string(), v.maxLength(input.maxLength));
const url = v.optional(v.pipe(v.string(), v.maxLength(longest.redirectParam)));
const verifiedCode = { principal: text, serviceId: handle };
const unlinkedIdentity = {
  app: v.picklist(scanApps),
  userInfoContextId: handle,
  principal: v.optional(text),
};

/** The steps that survive a reload while the service knows their handles. */
const persistedSteps = v.variant('at', [
  v.object({
    at: v.literal('identityCheck'),
    outcome: v.object({
      is: v.literal('needsIdentityCheck'),
      name: text,
      desIdNo: text,
      serviceId: handle,
      codeBy: v.optional(v.literal('email')),
    }),
  }),
  v.object({
    at: v.literal('bindMobile'),
    outcome: v.object({ is: v.literal('needsMobile'), loginId: v.optional(handle), ...unlinkedIdentity }),
  }),
  v.object({
    at: v.literal('oneClick'),
    outcome: v.object({ is: v.literal('mobileAlreadyBound'), ...unlinkedIdentity }),
  }),
  v.object({
    at: v.literal('bindAccount'),
    outcome: v.object({
      is: v.literal('needsAccount'),
      accessCode: v.pipe(text, v.nonEmpty()),
      mobile: v.optional(text),
      email: v.optional(text),
      emailOnly: v.boolean(),
      company: v.optional(text),
    }),
  }),
  v.object({
    at: v.literal('secondFactor'),
    mobile: text,
    preServiceId: handle,
    secondFactors: v.exactOptional(v.array(v.picklist(secondFactors))),
    canTrustBrowser: v.exactOptional(v.boolean()),
    url,
    unverifiedAccount: v.exactOptional(text),
  }),
  v.object({
    at: v.literal('agreement'),
    outcome: v.variant('is', [
      v.object({
        is: v.literal('signedIn'),
        ...v.partial(signedIn).entries,
        needAgreement: v.literal(true),
        unverifiedAccount: v.exactOptional(text),
        agreementUpdated: v.exactOptional(agreementUpdate),
      }),
      v.object({ is: v.literal('mustAgreeFirst'), ...verifiedCode }),
      v.object({ is: v.literal('alreadyRegistered'), ...verifiedCode }),
    ]),
  }),
  v.object({ at: v.literal('setPassword'), serviceId: handle, url }),
  v.object({ at: v.literal('passkeyOffer'), url }),
  v.object({ at: v.literal('secondFactorDue'), dueBy: text, url }),
]);

/** A step that names an account, or has an access code, is saved for its tab only. */
export function saveStep(step: Step) {
  const parsed = v.safeParse(persistedSteps, step);
  // Without cookies an access code works only with a token that the page does not store.
  if (!parsed.success || (step.at === 'bindAccount' && !cookiesWork())) return remove('step');
  const named = 'outcome' in parsed.output && namesAccount(parsed.output.outcome);
  save('step', parsed.output, named || step.at === 'bindAccount' ? 'browserTab' : 'browser');
}

const namesAccount = (outcome: object) =>
  'principal' in outcome && typeof outcome.principal === 'string' && !isMasked(outcome.principal);

/** Storage is untrusted: anything that is not a valid step is ignored. */
export function loadStep(): Step | undefined {
  const parsed = v.safeParse(persistedSteps, load('step'));
  if (!parsed.success) return undefined;
  // Whether the person had stopped the countdown is not persisted: do not sign in without a click.
  return parsed.output.at === 'oneClick' ? { ...parsed.output, restored: true } : parsed.output;
}
