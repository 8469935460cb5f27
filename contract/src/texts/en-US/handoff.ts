import type { handoff as chinese } from '../zh-CN/handoff.ts';

/** A sign-in on a computer that continues on a phone, on both screens. */
export const handoff: Record<keyof typeof chinese, string> = {
  'handoff.lead': 'Scan the code with the camera of your phone and sign in there. You need no app.',
  'handoff.qr': 'QR code that continues on your phone',
  'handoff.lasts': 'The code works once, for five minutes.',
  'handoff.opened': 'Opened on your phone. Sign in there to continue.',
  'handoff.number': 'Type this number on your phone. Never tell it to anyone.',
  'handoff.declined': 'Nothing was signed in here: declined on the phone, or another number was typed.',
  'handoff.expired': 'This code has expired, or was used.',
  'handoff.again': 'Show a new code',
  'handoff.sandbox': 'Sandbox: open the link in this browser',
  'handoff.ask': 'Sign in on the computer too?',
  'handoff.ask.lead': 'You’re signed in on this phone as {account}. The device below shows a number.',
  'handoff.field': 'Number on that screen',
  'handoff.advice':
    'Did someone send you the link, or tell you a number? Then it’s fraud: say that you didn’t start this.',
  'handoff.confirm': 'Sign in on the computer',
  'handoff.onlyHere': 'Only on this phone',
  'handoff.notMine': 'I didn’t start this',
  'handoff.confirmed.title': 'The computer is signed in',
  'handoff.confirmed.lead': 'Continue on the computer. You can close this page.',
  'handoff.wrong.title': 'That was another number',
  'handoff.wrong.lead': 'Nothing was signed in on the computer. To try again, show a new code there.',
  'handoff.declined.title': 'Nothing was signed in on the computer',
  'handoff.declined.lead':
    'For 15 minutes your account signs in on no computer this way. You’re still signed in on this phone.',
  'handoff.checkAccount': 'Check my account',
  'handoff.goOn': 'Continue on this phone',
  'handoff.paused.title': 'Not for now',
  'handoff.paused.lead':
    'Wrong numbers were typed, or you said that you didn’t start it. Try again in {n} minutes, or sign in on the computer another way.',
  'handoff.gone.title': 'This link no longer works',
  'handoff.gone.lead': 'It works once, for a few minutes. Show a new code on the computer.',
};
