import {
  type RefusalTexts,
  attemptsLeft,
  hoursLeft,
  isWithinAnHour,
  minutesLeft,
  secondsLeft,
} from '../refusal-texts.ts';

const appNames = { wechat: 'WeChat', dingtalk: 'DingTalk', alipay: 'Alipay' };
const count = (n: number, noun: string) => `${n} ${n === 1 ? noun : `${noun}s`}`;

export const refusals: RefusalTexts = {
  pending: 'Waiting for the scan',

  malformed: 'The request is not valid, please reload the page and try again',
  notSignedIn: 'Please sign in first',
  forbidden: 'This is not allowed, please reload the page and try again',
  tooManyRequests: 'Requests are too frequent, please try again later',
  internalError: 'Something went wrong on our side, please try again later',
  providerError: 'A service that we rely on is not available, please try again later',
  notFound: 'What was asked for does not exist, please reload the page and try again',
  busy: 'The service is busy, please try again in a moment',

  wrongCredentials: (data) => `The account or password is wrong; ${count(attemptsLeft(data), 'attempt')} left`,
  waitBeforeRetry: (data) => `Please try again in ${count(secondsLeft(data), 'second')}`,
  lockedOut: (data) => `Too many wrong attempts, please try again in ${count(minutesLeft(data), 'minute')}`,
  accountDisabled: 'This account is disabled, please contact support',
  commonPassword: 'This password is too common, please choose another one',
  needsCode: 'There were too many wrong passwords for this account, please sign in with a code',
  passwordAlreadySet: 'This account already has a password, please skip this step',

  needsMobile: 'Please bind a mobile number',
  authorisationExpired: 'The authorisation has expired, please refresh the QR code and scan again',
  scanDeclined: 'Authorisation was cancelled; to sign in, please refresh the QR code',
  scanFromOtherCountry:
    'The phone and this device are in different countries, please sign in with a password or a code instead',
  mainlandMobileOnly:
    'Currently only mainland mobile numbers are supported, please bind a mainland mobile number in the payment app and retry',
  mobileAlreadyBound: 'This mobile number is already bound and can sign in directly',
  needsIdentityCheck: 'First sign-in: please complete the ID number with its last four characters',
  wrongIdSuffix: (data) => `The last four digits do not match; ${count(attemptsLeft(data), 'attempt')} left`,
  identityCheckClosed: (data) =>
    `Too many wrong ID numbers, please try again in ${count(hoursLeft(data), 'hour')} or contact support`,

  wrongCode: 'The verification code is wrong, please re-enter',
  expiredCode: 'The verification code has expired, please get it again',
  tooManyCodeTries: 'Too many wrong codes, please get a new one',
  codeTooSoon: (data) => `Requests are too frequent, please try again in ${count(secondsLeft(data), 'second')}`,
  codeLimitReached: (data) =>
    isWithinAnHour(data)
      ? `Too many codes, please try again in ${count(minutesLeft(data), 'minute')}`
      : "Today's limit of codes for this account has been reached, please try tomorrow",
  codeNotSent: 'The code could not be sent, please try again later',
  cannotReceiveCodes:
    'This number or address cannot receive codes at present, please use another one or contact support',
  unknownServiceId: 'This step is no longer valid, please get a new code or sign in again',

  needsHumanCheck: 'Please complete the security check first',
  humanCheckFailed: 'The check failed, please try again',
  humanCheckExpired: 'The check has expired, please verify again',

  needsAgreement: 'Please read and agree to the agreement first',
  accountTaken: 'This account is already registered and can sign in directly',
  registeredBefore:
    'This account has just been registered, please sign in with the password you set first, or reset it',
  agreementOutdated: 'The agreement has changed, please read and agree to it again',

  ssoFailed: 'Enterprise sign-in failed, please try again',
  ssoExpired: 'The sign-in session has expired, please start again',
  emailOnly: 'Your company allows e-mail sign-in only, please use an e-mail address',
  boundElsewhere: ({ app }) =>
    app
      ? `The account of this number is linked to another ${appNames[app]}, please use another number, or sign in and unlink that one first`
      : 'This account is already bound to another enterprise identity, please use another number or e-mail, or sign in and unlink that one first',
  notAMember: 'You are not a member of this enterprise and cannot sign in, please ask your administrator',
};
