import type { application as chinese } from '../zh-CN/application.ts';

/** What applications that sign people in ask the person. */
export const application: Record<keyof typeof chinese, string> = {
  'page.applicationAccess': 'Allow access',
  'page.applicationSignOut': 'Sign out',
  'page.applicationSignedOut': 'Signed out',
  'page.applicationProblem': 'This sign-in can’t continue',
  'access.title': '{application} wants access to your {brand} account',
  'access.account': 'Signed in as {account}',
  'access.other': 'Use another account',
  'access.lead': 'If you allow it, the application can see:',
  'access.scope.openid': 'a unique ID for your account',
  'access.scope.profile': 'your name and language',
  'access.scope.email': 'your email address',
  'access.scope.phone': 'your mobile number',
  'access.scope.offline_access': 'all of this even while you’re not signed in',
  'access.cannot': 'It can’t sign for you, see your password or change your account.',
  'access.allow': 'Allow',
  'access.allowing': 'Allowing…',
  'access.decline': 'Decline',
  'access.ended': 'This request has ended',
  'application.startAgain': 'Go back to the application and start again.',
  'signOut.title': 'Sign out of {brand}?',
  'signOut.lead': 'You’ll also be signed out of the applications that you use with this account.',
  'signOut.stay': 'Stay signed in',
  'signedOut.title': 'You’re signed out of {brand}',
  'signedOut.again': 'Sign in again',
};
