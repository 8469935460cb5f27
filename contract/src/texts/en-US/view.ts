import type { view as chinese } from '../zh-CN/view.ts';

/** What pages say about the request of an application, and about the session. */
export const view = {
  'view.document': 'Sign in to sign “{title}”',
  'view.document.verify': 'Verify before signing “{title}”',
  'view.sentBy': 'Sent by {sender}',
  'view.sentBy.due': 'Sent by {sender} · due {due}',
  'view.signInTooOld': 'Your last sign-in was a while ago. {application} asks you to sign in again.',
  'view.otherSigner':
    'This document is for {signer}, but you’re signed in as {current}. Sign in as {signer} to continue.',
  'view.secondFactor': '{application} requires two-step verification.',
  'view.otherFactor':
    '{application} requires two-step verification, but you signed in with a code. Sign in with your password, then enter a code.',
  'view.signedIn': 'You’re signed in as {name}. {continue}, or use another account below.',
  'view.continue': 'Continue',
  'view.signedOut': 'You’re signed out.',
  'view.sessionEnded': 'You were signed out. Sign in to continue.',
  'view.cancel': 'Back to {application}',
  'stepUp.submit': 'Verify and continue',
} satisfies Record<keyof typeof chinese, string>;
