import * as v from 'valibot';
import { type Language, forEachLanguage } from '../language.ts';
import type { Tab } from './page-params.ts';

/** The document that a person signs in to sign, as an application says in its signed request. */
export const documentToSign = v.object({
  title: v.string(),
  sender: v.string(),
  /** The day until which it can be signed, in words. */
  due: v.optional(v.object(forEachLanguage(() => v.string()))),
});
export type DocumentToSign = v.InferOutput<typeof documentToSign>;

/** Why a person who is signed in has to prove more. */
export type ProofReason =
  /** The last sign-in is older than the application allows. */
  | { is: 'signInTooOld' }
  /** The document is for another person. */
  | { is: 'otherSigner'; current: string }
  /** A code to the mobile number is missing. */
  | { is: 'secondFactor' }
  /** The session was opened with a code: something else has to come first. */
  | { is: 'otherFactor' };

/** What the sign-in page shows of the request of an application, where it shows more than the form. */
export interface InteractionView {
  /** The name of the application, by language. */
  application: Record<Language, string>;
  document?: DocumentToSign;
  reason?: ProofReason;
  /** Count before those of the URL. A given account is locked. */
  params: { account?: string; tab?: Tab };
  /** Leads back to the application without an answer of the person. */
  cancelUrl: string;
}
