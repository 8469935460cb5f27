import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { handoff as limits } from '../limits.ts';
import { documentToSign } from '../pages/interaction-view.ts';
import { accountRefusals, handle, requestedRedirect, retryLater, signedIn, signInResult } from './sign-in.ts';

/** Calls with `POST`, so that no handle is in the URL of a request. */
export const startHandoff = defineCall({
  method: 'POST',
  path: '/login/phone/start',
  purpose: 'Get a link that continues this sign-in on a phone',
  access: 'anyone',
  request: v.object({
    redirectUrl: v.optional(requestedRedirect),
    /** The handoffId of the link that this one replaces. */
    replaces: v.optional(handle),
  }),
  response: v.object({
    /** Polls the result; it stays in the browser that shows the QR code. */
    handoffId: handle,
    /** The part of the link behind `#`. It is opened once, and reads nothing of the result. */
    token: handle,
  }),
  refusals: {},
});

export const pollHandoff = defineCall({
  method: 'POST',
  path: '/login/phone/poll',
  purpose: 'Get the result of a sign-in that continues on a phone',
  access: 'anyone',
  request: v.object({ handoffId: handle }),
  response: signedIn,
  reads: signInResult,
  refusals: {
    pending: v.object({
      /** A phone has opened the link. */
      opened: v.boolean(),
      /** The person types it on the phone; present once they have signed in there. */
      number: v.optional(v.number()),
    }),
    authorisationExpired: v.unknown(),
    /** Declined on the phone, or the number was wrong. */
    scanDeclined: v.unknown(),
    scanFromOtherCountry: v.unknown(),
    ...accountRefusals,
  },
});

/** What the phone shows before the person confirms, so that they notice a link that an attacker sent. */
export const handoffOffer = v.object({
  /** For the answer: which computer the phone shows. */
  ticket: handle,
  site: v.string(),
  device: v.string(),
  /** The masked IP address of the computer. */
  address: v.string(),
  /** When the QR code was created, in milliseconds. */
  at: v.number(),
  /** Phone and computer are in different countries. */
  elsewhere: v.boolean(),
  document: v.optional(documentToSign),
  /** Who is signed in on the phone. */
  account: v.string(),
  /** Where the person goes on with the phone alone. */
  url: v.string(),
});
export type HandoffOffer = v.InferOutput<typeof handoffOffer>;

export const askHandoff = defineCall({
  method: 'POST',
  path: '/login/phone/ask',
  purpose: 'Open the link on the phone, and get what it asks the person once they have signed in there',
  access: 'sessionIfAny',
  /** Without a token: the link that this browser has opened last. */
  request: v.object({ token: v.optional(handle) }),
  /** Null: the link is opened in this browser, and the person has not signed in since then. */
  response: v.nullable(handoffOffer),
  refusals: {
    authorisationExpired: v.unknown(),
    /** The account confirms no sign-in for a while. */
    waitBeforeRetry: retryLater,
  },
});

export const handoffResults = ['confirmed', 'declined', 'wrongNumber'] as const;
export type HandoffResult = (typeof handoffResults)[number];

export const answerHandoff = defineCall({
  method: 'POST',
  path: '/login/phone/answer',
  purpose: 'Confirm the sign-in of the computer with the number that it shows, or decline it',
  access: 'session',
  request: v.object({
    ticket: handle,
    /** Absent: declined. */
    number: v.optional(v.pipe(v.number(), v.integer(), v.minValue(limits.firstNumber), v.maxValue(limits.lastNumber))),
    /** Declined because the person did not start it: their account confirms none for a while. */
    notMine: v.optional(v.boolean(), false),
  }),
  response: v.object({ result: v.picklist(handoffResults) }),
  refusals: { authorisationExpired: v.unknown(), waitBeforeRetry: retryLater, notSignedIn: v.unknown() },
});
