import type { Messages } from '../service-texts.ts';

const origin = (device: string, address: string) =>
  `${device.replace(' · ', ' on ') || 'an unknown device'} (${address})`;
const footer = (company: string, support: string) => `${company} · Help: ${support}`;

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
    newDevice: 'signed in on a new device',
    signInAfterFailures: 'the correct password was entered after several wrong ones',
    wechatLinked: 'WeChat was linked and can be used to sign in',
    dingtalkLinked: 'DingTalk was linked and can be used to sign in',
    alipayLinked: 'Alipay was linked and can be used to sign in',
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
    signInAfterFailures: 'Correct password after several wrong ones',
    wechatLinked: 'WeChat can now sign in to your account',
    dingtalkLinked: 'DingTalk can now sign in to your account',
    alipayLinked: 'Alipay can now sign in to your account',
  },
  noticeMail: ({ brand, company, title, account, time, device, address, support }) => ({
    subject: `${brand}: ${title}`,
    title,
    lines: ['If this was you, there’s nothing to do.'],
    details: [
      { label: 'Account', value: account },
      { label: 'Device', value: device || 'Unknown' },
      { label: 'Network', value: address },
      { label: 'Time', value: time },
    ],
    after: [`If it wasn’t you, change your password at once and write to ${support}.`],
    footer: footer(company, support),
  }),

  wechat: {
    offer: ({ brand, site, device, address, time, link }) =>
      [
        `Your WeChat scanned a sign-in code for ${brand} (${site})`,
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
