import { code, identityCheck, password, resend, secondFactor } from '../../limits.ts';
import { days, hours, minutes, seconds } from '../../time.ts';
import type { Articles, BannerTexts } from '../service-texts.ts';

export const bannerTexts: BannerTexts = {
  sign: 'Sign contracts online, anywhere and just as binding',
  safe: 'Sign-in security keeps your account yours',
};

const codeMinutes = code.lifetime / minutes(1);

export const articles: Articles = {
  'code-not-arriving': {
    title: 'The verification code does not arrive',
    summary: 'Check the number, blocked messages and the spam folder, then get a new code or sign in another way.',
    body: `
## Check these first

1. The mobile number or email on the page is yours and has no typing mistake.
2. The message is not among blocked texts or in the spam folder.
3. Your phone has signal and its contract is active; your mailbox is not full.
4. Wait ${resend.afterCode / seconds(1)} seconds, press "Resend code", and use the newest code.

## It says that requests are too frequent

One number or email gets ${code.perMinute} code a minute, ${code.perHour} an hour and ${code.perDay} a day. After that, wait, or sign in with your password or a QR code.

## Still nothing

A company mailbox may turn unknown mail away: ask your administrator to let ours in. If a number cannot receive texts, use another number or an email, or write to online support.
`,
  },
  'forgotten-password': {
    title: 'I forgot my password',
    summary: 'Get a code on the mobile number or email of your account, then set a new password.',
    body: `
1. Open [Reset your password](/retrieve) and enter your mobile number or email.
2. Get a verification code and enter it.
3. Enter the new password twice.

The new password signs you out on every other device. Sign in again with the new one.

Rather not change it? Choose **One-time code** on the sign-in page and come in without a password.
`,
  },
  'forgotten-account': {
    title: 'I forgot which account I have',
    summary: 'Find it by name and ID number, or by a mobile number or email that you still use.',
    body: `
1. Open [Find your account](/findAccount/account).
2. Search by name and ID number, or by a mobile number or email that you still have.
3. Enter the code that you receive, to show that it is you.

The page lists the accounts that belong to you and when each was last used. Only a part of each is shown, to protect you.
`,
  },
  'qr-code': {
    title: 'The QR code has expired or cannot be scanned',
    summary: 'A QR code lasts a few minutes: refresh it. If it cannot be scanned, use another app or your account.',
    body: `
## It has expired

A QR code is valid for a few minutes and for one sign-in. Press refresh below it and scan the new one.

## Scanning does nothing

- Use the app that is named above the code: WeChat, DingTalk or Alipay. A camera or another app does not sign you in.
- Make the screen brighter and get the whole code into view.
- Confirm on your phone after scanning; the page goes on only then.

## Another way

The icons beside the code change the app. A password or a verification code works as well.

**Never scan a sign-in code that somebody sends you**: confirming would sign them in as you.
`,
  },
  'code-refused': {
    title: 'The code is said to be wrong or expired',
    summary: `A code has ${code.length} digits, is valid for ${codeMinutes} minutes, works once, and only the newest counts.`,
    body: `
- If you asked more than once, **only the newest code works**. Look at the time of the message.
- A code expires after ${codeMinutes} minutes, or after ${code.maxAttempts} wrong tries. Get a new one then.
- A code works only in the browser that asked for it. If your phone asked, enter it on your phone.
- After changing the number or email, get a new code.

Never tell a code to anyone, not even to someone who says they are support.
`,
  },
  'locked-out': {
    title: 'I am locked out or asked to try again later',
    summary: 'Several wrong passwords lock for a while; it ends by itself. A code or a QR code still signs you in.',
    body: `
After several wrong passwords this account cannot be entered by password from where you are. The page says how long is left, and the lock ends by itself: **you need not contact support**.

Meanwhile you can:

- choose **One-time code**, or scan a QR code;
- [reset your password](/retrieve).

If it was not you who typed them, change your password after signing in and look at your devices on the home page.

If the account is disabled, ask your company's administrator or online support.
`,
  },
  'bind-mobile': {
    title: 'Why must I link a mobile number after scanning?',
    summary: 'The first scan needs a mobile number. If the number has an account already, one click signs you in.',
    body: `
## Binding a number

When you first scan with WeChat, DingTalk or Alipay, we do not know yet who you are. Enter your mobile number and a code, and agree to the agreements. The next scan signs you in at once.

## One-click sign-in

If the number in the app has an account already, the page shows it and signs you in after a short countdown. If it is not yours, choose **Sign in another way**.

## Only mainland mobile numbers

An Alipay account with a number from elsewhere cannot sign in. Bind a mainland number in Alipay and try again, or use your email.
`,
  },
  'second-factor': {
    title: 'Why am I asked for a text message as well?',
    summary: 'Sign-in security is on for this account: besides the password it needs a code on your phone.',
    body: `
With sign-in security nobody gets in by knowing your password alone.

1. After the password, get a code in the dialog that opens.
2. Enter the code that your phone receives. If none comes, get another after ${resend.afterSecondFactor / seconds(1)} seconds.

On a computer of your own you can tick **Trust this browser**, and will not be asked for ${secondFactor.trustBrowserFor / days(1)} days. Do not tick it on a shared computer.

You no longer have the number? Ask your company's administrator or online support, who will check who you are and change it.
`,
  },
  'company-sign-in': {
    title: 'Signing in through my company',
    summary: 'Enter the company domain and sign in with your work account. Your administrator knows the domain.',
    body: `
1. Press **Company SSO** on the sign-in page.
2. Enter the company domain, the part before .sso, and agree to the agreements.
3. Sign in on your company's page; you come back here by itself.
4. The first time, link a mobile number or an email. Some companies allow an email only.

## When something goes wrong

- **The domain does not exist**: ask your administrator, and leave out the rest of the address.
- **The session has expired**: start again from the sign-in page, without the back button or a bookmark.
- **You are not a member**: ask your administrator to add you.
- **Linked to another company identity**: an account holds one. Use another mobile number or email.
`,
  },
  'identity-check': {
    title: 'Why am I asked for the end of my ID number?',
    summary: 'Your company opened the account for you; the first sign-in makes sure that it is you.',
    body: `
Your company gave us your name and ID number with its invitation. The first time, enter the last ${identityCheck.characters} characters; an X may be small or capital. Then sign in once more. You will not be asked again.

## It does not match

- Compare the name and the shown part of the number with your ID.
- You have ${identityCheck.maxAttempts} tries, then a wait of ${identityCheck.lockFor / hours(1)} hours.
- If your company gave a wrong number, choose to correct it in the dialog: a code proves that it is you.

The name is not yours? Do not go on, and tell the company that invited you.
`,
  },
  'choosing-a-password': {
    title: 'What must a password be like?',
    summary: `${password.min}-${password.max} characters, two of letters, digits and special characters, and not a common one.`,
    body: `
- ${password.min}-${password.max} characters long.
- Only letters, digits and special characters, and at least two of these kinds.
- Not one that everybody uses, such as abc12345.

A few words that have nothing to do with each other, with a digit and a sign between, are easy to remember and hard to guess. Use a password nowhere else.

## It says that the account is registered already

The number or email has an account. Confirming signs you in, and its password stays as it was.
`,
  },
  'wrong-password': {
    title: 'My account or password is said to be wrong',
    summary: 'Check the account, capitals and keyboard; an account that never had a password signs in with a code.',
    body: `
- Press the eye in the password field to see what you have typed. **Capitals count**, and so do spaces around it.
- Your mobile number and your email may belong to two accounts, each with its own password. Try the other one.
- An account that was only ever used with a QR code, a verification code or your company's sign-in may have no password yet. Choose **One-time code**.

Several wrong passwords lock for a while. If it does not come back to you, [reset your password](/retrieve).
`,
  },
  'security-check': {
    title: 'The security check does not pass',
    summary: 'Before a code is sent your browser solves a small puzzle by itself. If it fails, try again.',
    body: `
To keep machines from sending texts, your browser solves a small puzzle before each code. It takes a few seconds and nothing from you.

If it does not pass:

1. Wait a moment and press "Get verification code" again.
2. Reload the page, and do not keep many sign-in pages open.
3. Update your browser or use another, without extensions that block scripts.

After many codes the puzzle gets harder. Give it time, or sign in with your password.
`,
  },
  'cookies-off': {
    title: 'It says that cookies are disabled',
    summary: 'Being signed in is kept in a cookie: allow cookies for this site and reload the page.',
    body: `
We use cookies to remember that you are signed in, and not to follow you on other sites.

- **Chrome, Edge**: press the icon left of the address, open the cookie settings and allow this site.
- **Safari**: open Settings, and under Privacy turn off blocking of all cookies.
- **Firefox**: press the shield left of the address and turn the enhanced protection off for this site.
- **Inside another app**: open the page in your phone's own browser.

Then reload the page and sign in.
`,
  },
  agreement: {
    title: 'Why must I agree to the agreements?',
    summary: 'They say what we owe each other and what becomes of your data. You are asked at first and after changes.',
    body: `
The [Service Agreement](/agreement/service) says what we do for you. The [Privacy Policy](/agreement/privacy) says which data we collect, what for, and how long we keep it.

- You are asked when you first sign in or register.
- After a change you are asked again, and then go on with what you were doing.
- **Decline and sign out** signs you out. Your account and your documents stay as they are.
`,
  },
};
