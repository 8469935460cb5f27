import {
  type RefusalData,
  type RefusalTexts,
  hoursLeft,
  isWithinAnHour,
  minutesLeft,
  secondsLeft,
} from '../refusal-texts.ts';
import { first } from './first.ts';

const recipient = ({ kind }: { kind?: 'mobile' | 'email' }) => (kind === 'email' ? 'email' : 'number');
const attempts = (left: number | undefined) => (left === undefined ? '' : ` ${count(left, 'attempt')} left.`);
const count = (n: number, noun: string) => `${n} ${n === 1 ? noun : `${noun}s`}`;

/** In a minute by the second, then by the minute, then by the hour. */
function soon(data: RefusalData) {
  if (data.retryAfter === undefined) return 'later';
  if (data.retryAfter <= 60) return `in ${count(secondsLeft(data), 'second')}`;
  return `in ${isWithinAnHour(data) ? count(minutesLeft(data), 'minute') : count(hoursLeft(data), 'hour')}`;
}

export const refusals: RefusalTexts = {
  pending: 'Waiting for the scan',

  malformed: 'This request isn’t valid. Reload the page and try again.',
  notSignedIn: 'Sign in first.',
  forbidden: 'This isn’t allowed. Reload the page and try again.',
  tooManyRequests: (data) =>
    data.wrongCodes
      ? `Too many wrong codes. Try again ${soon(data)}, or verify another way.`
      : `Too many requests. Try again ${soon(data)}.`,
  internalError: 'Something went wrong on our side. Try again later.',
  providerError: 'A service we rely on isn’t available. Try again later.',
  notFound: 'This no longer exists. Reload the page and try again.',
  busy: 'The service is busy. Try again in a moment.',

  wrongCredentials: ({ attemptsLeft }) => `Incorrect account or password.${attempts(attemptsLeft)}`,
  waitBeforeRetry: (data) => `Try again in ${count(secondsLeft(data), 'second')}.`,
  lockedOut: (data) =>
    `Too many attempts. Try again in ${count(minutesLeft(data), 'minute')}, or use a one-time code now.`,
  accountDisabled: ({ support = 'support' }) => `This account is disabled. Write to ${support}.`,
  commonPassword: 'This password is too common. Choose another one.',
  needsCode: 'Too many wrong passwords for this account. Sign in with a code.',
  needsPlainPassword: 'Reload the page and sign in again.',
  needsFreshProof: 'Confirm that it’s you, then try again.',
  lastWayIn: 'This is your last way to sign in. Set a password or add a mobile number or email first, then try again.',
  passwordAlreadySet: 'This account already has a password. Skip this step.',

  needsMobile: 'Link a mobile number',
  authorisationExpired: 'The authorization has expired. Refresh the QR code and scan again.',
  scanDeclined: 'Declined on your phone. To sign in, refresh the QR code.',
  scanFromOtherCountry:
    'Your phone and this device are in different countries. Sign in with a password or a code instead.',
  mainlandMobileOnly:
    'Currently only mainland mobile numbers are supported, please bind a mainland mobile number in the payment app and retry',
  mobileAlreadyBound: 'This mobile number is already linked. You can sign in with it.',
  needsIdentityCheck: 'First sign-in: enter the last four characters of the ID number.',
  wrongIdSuffix: ({ attemptsLeft }) => `Those characters don’t match.${attempts(attemptsLeft) || ' Try again.'}`,
  identityCheckClosed: (data) =>
    `Too many wrong ID numbers. Try again in ${count(hoursLeft(data), 'hour')} or contact support.`,

  wrongCode: 'Incorrect code. Try again.',
  expiredCode: 'This code has expired. Request a new one.',
  tooManyCodeTries: 'Too many wrong codes. Request a new one.',
  codeTooSoon: (data) => `Too many requests. Try again ${soon(data)}.`,
  codeLimitReached: (data) =>
    data.retryAfter !== undefined && isWithinAnHour(data)
      ? `Too many codes. Try again in ${count(minutesLeft(data), 'minute')}.`
      : `Daily limit reached for this ${recipient(data)}. Try again tomorrow.`,
  codeNotSent: 'We couldn’t send the code. Try again.',
  cannotReceiveCodes: (data) =>
    `This ${recipient(data)} can’t receive codes right now. Use another one or contact support.`,
  unknownServiceId: 'This step is no longer valid. Request a new code or sign in again.',
  codeAlreadyUsed: 'This code has already been used. Use the next code in your app, or another backup code.',

  needsHumanCheck: 'Complete the security check first.',
  humanCheckFailed: 'The check failed. Try again.',
  humanCheckExpired: 'The check has expired. Try again.',

  needsAgreement: 'Please read and agree to the agreement first',
  accountTaken: 'This account already exists. You can sign in with it.',
  registeredBefore: 'This account has just been created. Sign in with the password you set first, or reset it.',
  agreementOutdated: 'The agreement has changed. Read it and agree again.',

  ssoFailed: 'Company sign-in failed. Try again.',
  ssoCancelled: ({ company = 'your company' }) =>
    `You cancelled the sign-in at ${company}. Start again, or choose another way.`,
  ssoExpired: 'This step timed out. Start again.',
  emailOnly: 'Your company allows email sign-in only. Use an email address.',
  identityTaken: 'This is linked to another account. Sign in to that one and unlink it there first.',
  boundElsewhere: ({ app, signedIn }) =>
    signedIn
      ? `Your account is linked to another ${app ? `${first[`qr.switch.${app}`]} account` : 'identity of this company'}. Unlink that one first.`
      : app
        ? `The account for this number is linked to another ${first[`qr.switch.${app}`]} account. Use another number, or sign in and unlink that one first.`
        : 'This account is already linked to another company identity. Use another number or email, or sign in and unlink that one first.',
  contactTaken: (data) => `This ${recipient(data)} belongs to another account. Use another one.`,
  lastContact:
    'Your account needs a mobile number or an email address. You can remove this one once you’ve added another.',
  secondFactorNeedsMobile: 'Two-step verification uses this number. Turn it off first, or use another number instead.',
  contactsTooSoon:
    'Your password or another way to sign in changed a short time ago. To protect your account, you can change your mobile number or email address in a few days.',
  contactReserved: (data) =>
    `Our staff was asked to make this the ${recipient(data)} of an existing account. If it’s yours, sign in with it in ${count(hoursLeft(data), 'hour')}. If not, contact support.`,
  nameOnRecord: 'Your name is on record, so you can’t change it here. Contact support.',
  needsContactCode: (data) => `Another account uses this ${recipient(data)} now. Enter the code we send to it.`,
  undoExpired: 'This link has been used or is more than 72 hours old. Contact support if you still need help.',

  notAMember: 'You’re not a member of this company, so you can’t sign in here. Ask your administrator.',

  noSecondFactor: 'To use two-step verification, set up an authenticator app or add a mobile number first.',
  lastSecondFactor: 'This is your only second step. You can remove it once two-step verification is off.',
  secondFactorRequired: 'Two-step verification is required and can’t be turned off.',
  secondFactorUnavailable: 'Your second step isn’t available at the moment. Contact support.',
  passkeyFailed: 'We couldn’t verify the passkey. Try again, or sign in another way.',
  unknownPasskey: 'This passkey was removed from its account. Sign in another way.',
};
