import { code, identityCheck, password, resend, secondFactor } from '../../limits.ts';
import { days, hours, minutes, seconds } from '../../time.ts';
import type { Articles, BannerTexts } from '../service-texts.ts';

export const bannerTexts: BannerTexts = {
  sign: 'Sign contracts online, anywhere, with full legal force',
  safe: 'Two-step verification keeps your account yours',
};

const codeMinutes = code.lifetime / minutes(1);

export const articles: Articles = {
  'code-not-arriving': {
    title: 'Code not arriving?',
    summary: 'Check the number, blocked messages and your spam folder, then resend the code or sign in another way.',
    body: `
## Check these first

1. Make sure the mobile number or email on the page is yours and has no typos.
2. Look through your blocked messages and your spam folder.
3. Check that your phone has signal and an active plan, and that your mailbox isn’t full.
4. Wait ${resend.afterCode / seconds(1)} seconds, press **Resend code**, and use the newest code.

## “Too many requests”

You can request ${code.perMinute} code a minute, ${code.perHour} an hour and ${code.perDay} a day for one number or email. After that, wait a while, or sign in with your password or a QR code.

## Still nothing?

A company mailbox may reject mail from new senders: ask your administrator to allow ours. If your number can’t receive texts, use another number or an email, or contact online support.
`,
  },
  'forgotten-password': {
    title: 'Forgot your password?',
    summary: 'Get a code by text or email, then choose a new password.',
    body: `
1. Open [Reset your password](/retrieve) and enter your mobile number or email.
2. Request a verification code and enter it.
3. Enter the new password twice.

A new password signs you out on all other devices. Sign in again there with the new one.

Don’t want to change it? Choose **One-time code** on the sign-in page to get in without a password.
`,
  },
  'forgotten-account': {
    title: 'Forgot which account you use?',
    summary: 'Find it by name and ID number, or by a mobile number or email you still use.',
    body: `
1. Open [Find your account](/findAccount/account).
2. Search by name and ID number, or by a mobile number or email you still use.
3. Enter the code we send you, to show that it’s you.

The page lists your accounts and when each was last used. To protect you, it shows only part of each one.
`,
  },
  'qr-code': {
    title: 'QR code expired or won’t scan?',
    summary: 'A QR code lasts a few minutes: refresh it. If it won’t scan, use another app, a password or a code.',
    body: `
## It has expired

A QR code works for a few minutes and for one sign-in. Press the refresh button in it and scan the new one.

## Scanning does nothing

- Use the app named in the title above the code: WeChat, DingTalk or Alipay. Your camera or any other app won’t sign you in.
- Turn up your screen’s brightness and get the whole code into view.
- After scanning, confirm on your phone. The page continues only then.

## Another way

Choose another app with the app tiles under the code, or sign in with a password or a one-time code.

**Never scan a sign-in code that someone sends you**: confirming it signs them in as you.
`,
  },
  'code-refused': {
    title: 'Code not working?',
    summary: `A code has ${code.length} digits, is valid for ${codeMinutes} minutes and works once. Only the newest one counts.`,
    body: `
- If you requested more than one, **only the newest code works**. Check the time of the message.
- A code expires after ${codeMinutes} minutes, or after ${code.maxAttempts} wrong tries. Request a new one then.
- A code works only in the browser that requested it. If you requested it on your phone, enter it on your phone.
- If you change the number or email, request a new code.

Never share a code with anyone, even someone who says they’re from support.
`,
  },
  'locked-out': {
    title: 'Locked out?',
    summary: 'Several wrong passwords lock your account for a while. You can still sign in with a code or a QR code.',
    body: `
After several wrong passwords, you can’t sign in to this account with a password from where you are. The page shows how long is left, and the lock ends by itself: **you don’t need to contact support**.

In the meantime you can:

- choose **One-time code**, or scan a QR code;
- [reset your password](/retrieve).

If it wasn’t you, change your password after signing in and check **Devices** in your account.

If the account has been disabled, ask your company’s administrator or online support.
`,
  },
  'bind-mobile': {
    title: 'Why link a mobile number?',
    summary: 'Your first scan needs a mobile number. If that number already has an account, one click signs you in.',
    body: `
## Linking a number

When you first scan with WeChat, DingTalk or Alipay, we don’t know yet who you are. Enter your mobile number and a code, and accept the agreements. From then on, a scan signs you in right away.

## One-click sign-in

If the number in the app already has an account, the page shows it and signs you in after a short countdown. If it isn’t yours, choose **Sign in another way**.

## Mainland numbers only

You can’t sign in with an Alipay account whose number is from outside mainland China. Link a mainland number in Alipay and try again, or use your email.
`,
  },
  'second-factor': {
    title: 'What is two-step verification?',
    summary: 'After your password, we ask for a second step, such as a code sent to your phone.',
    body: `
With two-step verification, your password alone isn’t enough to get in.

1. After you enter your password, we text a code to your phone. If you’ve set up an authenticator app or a passkey, use that instead.
2. Enter the code in the dialog. If a text doesn’t arrive, you can resend it after ${resend.afterSecondFactor / seconds(1)} seconds.

On your own computer you can tick **Trust this browser**, and we won’t ask again for ${secondFactor.trustBrowserFor / days(1)} days. Don’t tick it on a shared computer.

Lost your phone or number? Choose **Can’t use any of these?** in the dialog: with another proof we reset two-step verification after a few days. If you have none, ask your company’s administrator or online support. They’ll confirm who you are.
`,
  },
  'company-sign-in': {
    title: 'How company SSO works',
    summary: 'Enter your company domain and sign in with your work account. Your administrator knows the domain.',
    body: `
1. Press **Company SSO** on the sign-in page.
2. Enter your company domain, the part before .sso, or your work email, and accept the agreements.
3. Sign in on your company’s page. You’ll come straight back here.
4. The first time, link a mobile number or an email. Some companies allow only an email.

## If something goes wrong

- **The domain you entered does not exist**: check it with your administrator, and leave out the rest of the address.
- **This step timed out**: start again from the sign-in page, not with the back button or a bookmark.
- **You’re not a member of this company**: ask your administrator to add you.
- **Linked to another company identity**: an account can have only one. Use another mobile number or email.
`,
  },
  'identity-check': {
    title: 'Why check my ID number?',
    summary: 'Your company created the account for you. The first time you sign in, we make sure it’s you.',
    body: `
Your company gave us your name and ID number when it invited you. The first time, enter the last ${identityCheck.characters} characters; x and X are the same. Then sign in once more. We won’t ask again.

## It doesn’t match

- Compare the name and the part of the number shown with your ID.
- You have ${identityCheck.maxAttempts} tries. After that, you have to wait ${identityCheck.lockFor / hours(1)} hours.
- If your company gave a wrong number, you can correct it in the dialog and confirm with a code.

Not your name? Don’t continue, and tell the company that invited you.
`,
  },
  'choosing-a-password': {
    title: 'What makes a valid password?',
    summary: `${password.min}-${password.max} characters with at least two of letters, digits and special characters, and not a common one.`,
    body: `
- ${password.min}-${password.max} characters long.
- Only letters, digits and special characters, and at least two of these kinds.
- Not a common password, such as abc12345.

A few unrelated words with a digit and a special character between them are easy to remember and hard to guess. Don’t use the same password anywhere else.

## “You already have an account”

That number or email already has an account. If you confirm, you’re signed in and its password stays the same.
`,
  },
  'wrong-password': {
    title: 'Can’t sign in with your password?',
    summary: 'Check the account, capitals and keyboard. If the account never had a password, sign in with a code.',
    body: `
- Press the eye in the password field to see what you typed. Passwords are **case-sensitive**, and spaces at the start or end count too.
- Your mobile number and your email may belong to two accounts with different passwords. Try the other one.
- An account that you’ve only used with a QR code, a one-time code or company SSO may not have a password yet. Choose **One-time code**.

Several wrong passwords lock your account for a while. If you can’t remember it, [reset your password](/retrieve).
`,
  },
  'security-check': {
    title: 'Security check not passing?',
    summary: 'Before a code is sent, your browser solves a small puzzle by itself. If that fails, try again.',
    body: `
To stop bots from sending texts, your browser solves a small puzzle before each code. It takes a few seconds, and you don’t have to do anything.

If it doesn’t pass:

1. Wait a moment and press **Get verification code** again.
2. Reload the page, and don’t keep many sign-in pages open.
3. Update your browser or try another one, without extensions that block scripts.

The puzzle gets harder after many codes. Give it time, or sign in with your password.
`,
  },
  'cookies-off': {
    title: 'Cookies turned off?',
    summary: 'We keep you signed in with a cookie: allow cookies for this site and reload the page.',
    body: `
We use cookies to remember that you’re signed in, not to follow you on other sites.

- **Chrome, Edge**: press the icon to the left of the address, open the cookie settings and allow this site.
- **Safari**: on a Mac open “Safari Settings › Advanced”, on an iPhone “Settings › Safari › Advanced”, and turn off “Block All Cookies”.
- **Firefox**: open “Settings › Privacy & Security › Cookies and Site Data › Manage Exceptions” and allow this site.
- **Inside another app**: open the page in your phone’s browser.

Then reload the page and sign in.
`,
  },
  agreement: {
    title: 'Why do I have to agree?',
    summary: 'The agreements say what we do for you and with your data. We ask once, and again when they change.',
    body: `
The [Service Agreement](/agreement/service) says what we do for you. The [Privacy Policy](/agreement/privacy) says what data we collect, why, and how long we keep it.

- We ask when you first sign in or register.
- If they change, we ask again, and you then continue where you left off.
- **Decline and sign out** signs you out. Your account and documents stay as they are.
`,
  },
};
