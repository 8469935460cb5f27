import { textsOfApps } from '../app-texts.ts';
import type { Messages, NoticeAdvice } from '../service-texts.ts';
import { first } from './first.ts';

const origin = (device: string, address: string) =>
  `${device.replace(' · ', ' on ') || 'an unknown device'} (${address})`;
const footer = (company: string, support: string) => `${company} · Help: ${support}`;

const whatToDo: Record<NoticeAdvice, { label: string; text: string }> = {
  resetPassword: {
    label: 'Reset my password',
    text: 'If it wasn’t you, reset your password now. We’ll sign out every device.',
  },
  removeFactor: { label: 'Check my account', text: 'If it wasn’t you, remove it and secure your account.' },
  endSession: { label: 'Check my devices', text: 'If it wasn’t you, sign that device out and change your password.' },
  checkAccount: { label: 'Check my account', text: 'If it wasn’t you, check your account and change your password.' },
};

export const messages: Messages = {
  success: 'Success',

  codePurposes: {
    REGISTER: 'register an account',
    REGISTER_LOGIN: 'sign in',
    RETRIEVE: 'reset the password',
    FIND_ACCOUNT: 'find an account',
    LOGIN_DOUBLE_CHECK: 'complete a sign-in',
    MODIFY_IDCARD: 'correct the ID number on record',
    SSO_BIND: 'link a company identity',
    BIND_MOBILE: 'link a mobile number',
    PROVE_AGAIN: 'confirm a change to an account',
    CHANGE_CONTACT: 'add this to an account',
    UNDO_CONTACT: 'give this back to the account that had it before',
    RECOVER_FACTOR: 'ask for two-step verification to be reset',
  },
  codeTitles: {
    REGISTER: 'Your registration code',
    REGISTER_LOGIN: 'Your sign-in code',
    RETRIEVE: 'Your password reset code',
    FIND_ACCOUNT: 'Your account recovery code',
    LOGIN_DOUBLE_CHECK: 'Your two-step verification code',
    MODIFY_IDCARD: 'Your code for correcting the ID number',
    SSO_BIND: 'Your code for linking your company',
    BIND_MOBILE: 'Your code for linking a mobile number',
    PROVE_AGAIN: 'Your code to confirm that it’s you',
    CHANGE_CONTACT: 'Your code for adding this email address',
    UNDO_CONTACT: 'Your code for undoing a change',
    RECOVER_FACTOR: 'Your code for resetting two-step verification',
  },
  codeMail: ({ brand, company, code, minutes, title, purpose, device, address, support }) => ({
    ...(code === undefined
      ? {
          subject: `${brand}: no account with this address`,
          title: 'No account with this address',
          lines: [
            `Someone tried to ${purpose} at ${brand} with this email address, but it has no account.`,
            'Please register first, or use the mobile number or address you registered with.',
          ],
        }
      : {
          subject: `Your ${brand} verification code`,
          title,
          lines: [`Enter this code on the page. It’s valid for ${minutes} minutes.`],
          code,
        }),
    after: [
      ...(code === undefined ? [] : ['Don’t share it. Our staff will never ask for it.']),
      `Requested from ${origin(device, address)}. If this wasn’t you, you can ignore this email.`,
    ],
    footer: footer(company, support),
  }),

  noticeEvents: {
    passwordChanged: 'the password was changed',
    mobileBound: 'a new mobile number was linked',
    idNumberCorrected: 'the ID number on record was corrected',
    idNumberClaimed: 'a different ID number was submitted; it takes effect once it is confirmed',
    companyLinked: 'a company identity was linked',
    secondFactorOn: 'two-step verification was turned on',
    secondFactorOff: 'two-step verification was turned off',
    authenticatorAdded: 'an authenticator app was added',
    authenticatorRemoved: 'the authenticator app was removed',
    backupCodesCreated: 'new backup codes were created',
    backupCodeUsed: 'a backup code was used',
    newDevice: 'someone signed in on a new device',
    correctPasswordAfterFailures: 'the correct password was entered after several wrong ones',
    ...textsOfApps(first, '{app}Linked', '{app} was linked and can be used to sign in'),
    identityUnlinked: 'a linked app or company was removed and can no longer be used to sign in',
    mobileAdded: 'a mobile number was added',
    mobileChanged: 'the mobile number was changed',
    mobileRemoved: 'the mobile number was removed',
    emailAdded: 'an email address was added',
    emailChanged: 'the email address was changed',
    emailRemoved: 'the email address was removed',
    contactChangeUndone: 'a change was undone, every device was signed out, and a new password is needed',
    mobileChangeAsked: 'our staff was asked to change the mobile number',
    emailChangeAsked: 'our staff was asked to change the email address',
    contactChangeStopped:
      'the change of the mobile number or email address that our staff was asked for will not be made',
    dataExported: 'the account’s data was exported',
    closureRequested: 'it will be erased on {day}; sign in before then to keep it',
    closureCancelled: 'it is kept and will not be closed',
    accountErased: 'it was closed and erased',
    accountMerged: 'another account of yours was merged into it by our staff',
    secondFactorReset: 'two-step verification was reset by our staff',
    recoveryAsked: 'someone who signed in asked us to reset two-step verification',
    recoveryStopped: 'two-step verification stays as it is and will not be reset',
    recoveryMade: 'two-step verification was reset, as someone who signed in had asked',
    passkeyAdded: 'a passkey was added and can be used to sign in',
    passkeyRemoved: 'a passkey was removed',
  },
  noticeTitles: {
    passwordChanged: 'Your password was changed',
    mobileBound: 'A new mobile number was linked to your account',
    idNumberCorrected: 'Your ID number was corrected',
    idNumberClaimed: 'A different ID number was submitted and awaits confirmation',
    companyLinked: 'Your company was linked to your account',
    secondFactorOn: 'Two-step verification is on',
    secondFactorOff: 'Two-step verification was turned off',
    authenticatorAdded: 'An authenticator app was added to your account',
    authenticatorRemoved: 'Your authenticator app was removed',
    backupCodesCreated: 'New backup codes were created',
    backupCodeUsed: 'A backup code was used',
    newDevice: 'New sign-in to your account',
    correctPasswordAfterFailures: 'Several wrong passwords, then the correct one',
    ...textsOfApps(first, '{app}Linked', 'You can now sign in with {app}'),
    identityUnlinked: 'A linked app or company was removed from your account',
    mobileAdded: 'A mobile number was added to your account',
    mobileChanged: 'Your mobile number was changed',
    mobileRemoved: 'Your mobile number was removed',
    emailAdded: 'An email address was added to your account',
    emailChanged: 'Your email address was changed',
    emailRemoved: 'Your email address was removed',
    contactChangeUndone: 'A change to your account was undone',
    mobileChangeAsked: 'Our staff was asked to change your mobile number',
    emailChangeAsked: 'Our staff was asked to change your email address',
    contactChangeStopped: 'A change to your account will not be made',
    dataExported: 'Your data was exported',
    closureRequested: 'Your account will be closed',
    closureCancelled: 'Your account stays open',
    accountErased: 'Your account is closed',
    accountMerged: 'Another account was merged into yours',
    secondFactorReset: 'Two-step verification was reset',
    recoveryAsked: 'Your two-step verification will be reset',
    recoveryStopped: 'Your two-step verification will not be reset',
    recoveryMade: 'Two-step verification was reset, as requested',
    passkeyAdded: 'A passkey was added to your account',
    passkeyRemoved: 'A passkey was removed from your account',
  },
  changeNotMade: {
    stoppedByLink: 'It was stopped by the link in our notice about it.',
    stoppedByStaff: 'Our staff stopped it.',
    contactTaken: 'Another account uses the new number or address now.',
    changedMeanwhile: 'The number or address that it was about has been changed in the meantime.',
    lastWayIn: 'Without the number or address you could no longer sign in.',
    secondFactorNeedsMobile: 'Two-step verification needs the number.',
  },
  noticeMail: ({
    brand,
    company,
    title,
    account,
    time,
    device,
    address,
    support,
    undo,
    stop,
    closesAt,
    erased,
    notMade,
    advice,
    way,
    country,
    byOperator,
  }) => ({
    subject: `${brand}: ${title}`,
    title,
    lines: [
      stop
        ? `We’ll make this change on ${stop.until}. If you asked for it, there’s nothing to do.`
        : closesAt
          ? `We’ll erase your account and its data on ${closesAt}. To keep it, sign in before then.`
          : erased
            ? 'We’ve erased your account and its data, except what we’re legally required to keep.'
            : notMade
              ? notMade
              : byOperator
                ? 'Our staff did this. If you asked for it, there’s nothing to do.'
                : 'If this was you, there’s nothing to do.',
      ...(stop ? ['If you didn’t, stop it before then. Your account stays as it is.'] : []),
      ...(advice ? [whatToDo[advice.is].text] : []),
      ...(undo ? [`If it wasn’t you, undo it by ${undo.until}. We’ll sign out every device.`] : []),
    ],
    ...(stop && { action: { label: 'Stop this change', link: stop.link } }),
    ...(undo && { action: { label: 'Undo this change', link: undo.link } }),
    ...(advice && { action: { label: whatToDo[advice.is].label, link: advice.link } }),
    details: [
      { label: 'Account', value: account },
      ...(erased || !address
        ? []
        : [
            { label: 'Device', value: device || 'Unknown' },
            { label: 'Network', value: address },
            ...(country ? [{ label: 'Place', value: country }] : []),
            ...(way ? [{ label: 'Signed in by', value: way }] : []),
          ]),
      { label: 'Time', value: time },
    ],
    after: [
      notMade
        ? `Questions? Write to ${support}.`
        : byOperator
          ? undo || stop
            ? `The link works once. Questions? Write to ${support}.`
            : `If you didn’t ask for it, write to ${support}.`
          : closesAt
            ? `If it wasn’t you, sign in, keep the account and change your password. Questions? Write to ${support}.`
            : erased
              ? `Questions? Write to ${support}.`
              : undo
                ? `The link works once. Questions? Write to ${support}.`
                : `Questions? Write to ${support}.`,
    ],
    footer: footer(company, support),
  }),

  wechat: {
    offer: ({ brand, site, device, address, time, link, account }) =>
      [
        account
          ? `Link this WeChat to the account ${account} at ${brand} (${site})?`
          : `Your WeChat scanned a sign-in code for ${brand} (${site})`,
        `Device: ${device || 'unknown'}`,
        `Network: ${address}`,
        `Time: ${time}`,
        '',
        'Is this you? Open the link to confirm or decline:',
        link,
      ].join('\n'),
    expired: 'This QR code has expired. Refresh the web page.',
    away: 'Sign-in isn’t available right now. Scan again later.',
  },
};
