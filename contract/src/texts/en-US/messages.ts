import type { Messages } from '../service-texts.ts';

const origin = (device: string, address: string) => `${device || 'an unknown device'} (${address})`;

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
  },
  codeMail: ({ brand, code, minutes, purpose, device, address, support }) =>
    code === undefined
      ? {
          subject: `${brand}: no account with this address`,
          lines: [
            `Someone asked ${brand} to ${purpose} with this email address, but it has no account.`,
            'Please register first, or use the mobile number or address that you registered with.',
          ],
          after: [
            `Requested from ${origin(device, address)}. If this wasn’t you, you can ignore this email.`,
            `Support: ${support}`,
          ],
        }
      : {
          subject: `Your ${brand} verification code`,
          lines: [`You asked ${brand} to ${purpose}. Your code is:`],
          code,
          after: [
            `It is valid for ${minutes} minutes. Don’t share it with anyone; our staff will never ask for it.`,
            `Requested from ${origin(device, address)}. If this wasn’t you, you can ignore this email.`,
            `Support: ${support}`,
          ],
        },

  noticeEvents: {
    passwordChanged: 'the password was changed',
    mobileBound: 'a new mobile number was linked',
    idNumberCorrected: 'the ID number on record was corrected',
    idNumberClaimed: 'another ID number was given; it does not count until it is confirmed',
    companyLinked: 'a company identity was linked',
    newDevice: 'signed in on a new device',
    signInAfterFailures: 'the right password was given after several wrong ones',
    wechatLinked: 'WeChat was linked and can be used to sign in',
    dingtalkLinked: 'DingTalk was linked and can be used to sign in',
    alipayLinked: 'Alipay was linked and can be used to sign in',
  },
  noticeMail: ({ brand, event, time, device, address, support }) => ({
    subject: `Your ${brand} account: ${event}`,
    lines: [
      `On your ${brand} account, ${event}.`,
      `Time: ${time}\nDevice: ${device || 'unknown'}\nNetwork: ${address}`,
    ],
    after: [`If this was you, there is nothing to do. If not, change your password at once and write to ${support}.`],
  }),

  wechat: {
    offer: ({ brand, site, device, address, time, link }) =>
      [
        `Your WeChat was used to scan a sign-in code of ${brand} (${site})`,
        `Device: ${device || 'unknown'}`,
        `Network: ${address}`,
        `Time: ${time}`,
        '',
        'Is this you? Open the link to sign in there, or to say that it is not you:',
        link,
      ].join('\n'),
    expired: 'This QR code has expired. Refresh the web page.',
    away: 'Signing in does not work at the moment. Scan again later.',
  },
};
