import type { view as chinese } from '../zh-CN/view.ts';

/** What pages say about the request of an application. */
export const view = {
  'view.document': 'Sign in to sign “{title}”',
  'view.sentBy': 'Sent by {sender}',
  'view.sentBy.due': 'Sent by {sender} · due {due}',
  'view.signInTooOld': 'Your last sign-in was a while ago. {application} asks you to sign in again.',
  'view.otherSigner':
    'This document is for {signer}, and you are signed in as {current}. Sign in as {signer} to continue.',
  'view.secondFactor': '{application} asks for two-step verification.',
  'view.otherFactor':
    '{application} asks for two-step verification, and you signed in with a code. Sign in with your password, then enter a code.',
  'view.cancel': 'Back to {application}',
  'stepUp.desc': '{application} asks for two-step verification. Enter the code sent to {mobile}.',
  'stepUp.submit': 'Verify and continue',
} satisfies Record<keyof typeof chinese, string>;
