import type { Messages } from '../service-texts.ts';

const origin = (device: string, address: string) => `${device || '未知设备'} (${address})`;

export const messages: Messages = {
  success: '成功',

  codePurposes: {
    REGISTER: '注册账号',
    REGISTER_LOGIN: '登录',
    RETRIEVE: '重置密码',
    FIND_ACCOUNT: '找回账号',
    LOGIN_DOUBLE_CHECK: '登录安全验证',
    MODIFY_IDCARD: '更正证件号',
    SSO_BIND: '绑定企业身份',
    BIND_MOBILE: '绑定手机号',
  },
  codeMail: ({ brand, code, minutes, purpose, device, address, support }) =>
    code === undefined
      ? {
          subject: `${brand}：该邮箱尚未注册`,
          lines: [
            `有人用该邮箱在${brand}${purpose}，但它还没有账号。`,
            `如需使用，请先注册；或改用您注册时的手机号、邮箱。`,
          ],
          after: [`请求来自 ${origin(device, address)}。如非本人操作，请忽略此邮件。`, `客服：${support}`],
        }
      : {
          subject: `${brand}验证码`,
          lines: [`您正在${brand}${purpose}，验证码为：`],
          code,
          after: [
            `${minutes} 分钟内有效，请勿告知他人，工作人员也不会向您索取。`,
            `请求来自 ${origin(device, address)}。如非本人操作，请忽略此邮件。`,
            `客服：${support}`,
          ],
        },

  noticeEvents: {
    passwordChanged: '密码已修改',
    mobileBound: '已绑定新的手机号',
    idNumberCorrected: '登记的证件号已更正',
    idNumberClaimed: '有人提交了新的证件号，经确认后才会生效',
    companyLinked: '已关联企业身份',
    newDevice: '在新设备上登录',
    signInAfterFailures: '在多次输错密码后输入了正确密码',
    wechatLinked: '已关联微信，可用微信扫码登录',
    dingtalkLinked: '已关联钉钉，可用钉钉扫码登录',
    alipayLinked: '已关联支付宝，可用支付宝扫码登录',
  },
  noticeMail: ({ brand, event, time, device, address, support }) => ({
    subject: `${brand}账号提醒：${event}`,
    lines: [`您的${brand}账号${event}。`, `时间：${time}\n设备：${device || '未知'}\n网络：${address}`],
    after: [`如果是您本人操作，无需处理。如非本人操作，请立即修改密码，并联系客服：${support}`],
  }),

  wechat: {
    offer: ({ brand, site, device, address, time, link }) =>
      [
        `有人正在用您的微信扫码登录${brand}（${site}）`,
        `设备：${device || '未知'}`,
        `网络：${address}`,
        `时间：${time}`,
        '',
        '是您本人在操作吗？请打开下面的链接确认登录；如果不是，请在其中拒绝：',
        link,
      ].join('\n'),
    expired: '二维码已失效，请刷新网页后重新扫码',
    away: '暂时无法登录，请稍后重新扫码',
  },
};
