import { textsOfApps } from '../app-texts.ts';
import type { Messages, NoticeAdvice } from '../service-texts.ts';
import { first } from './first.ts';

const origin = (device: string, address: string) => `${device || '未知设备'}（${address}）`;
const footer = (company: string, support: string) => `${company} · 帮助 ${support}`;

const whatToDo: Record<NoticeAdvice, { label: string; text: string }> = {
  resetPassword: { label: '重置密码', text: '如非本人操作，请立即重置密码，届时所有设备都会退出登录。' },
  removeFactor: { label: '检查我的账号', text: '如非本人操作，请移除它并检查账号。' },
  endSession: { label: '检查登录设备', text: '如非本人操作，请退出该设备并修改密码。' },
  checkAccount: { label: '检查我的账号', text: '如非本人操作，请检查账号并修改密码。' },
};

export const messages: Messages = {
  success: '成功',

  codePurposes: {
    REGISTER: '注册账号',
    REGISTER_LOGIN: '登录',
    RETRIEVE: '重置密码',
    FIND_ACCOUNT: '找回账号',
    LOGIN_DOUBLE_CHECK: '二次验证',
    MODIFY_IDCARD: '更正证件号',
    SSO_BIND: '绑定企业身份',
    BIND_MOBILE: '绑定手机号',
    PROVE_AGAIN: '确认账号操作',
    CHANGE_CONTACT: '添加到账号',
    UNDO_CONTACT: '将它归还给原账号',
    RECOVER_FACTOR: '申请重置登录保护',
  },
  codeTitles: {
    REGISTER: '您的注册验证码',
    REGISTER_LOGIN: '您的登录验证码',
    RETRIEVE: '您的重置密码验证码',
    FIND_ACCOUNT: '您的找回账号验证码',
    LOGIN_DOUBLE_CHECK: '您的二次验证码',
    MODIFY_IDCARD: '您的更正证件号验证码',
    SSO_BIND: '您的绑定企业身份验证码',
    BIND_MOBILE: '您的绑定手机号验证码',
    PROVE_AGAIN: '您的身份确认验证码',
    CHANGE_CONTACT: '您的绑定邮箱验证码',
    UNDO_CONTACT: '您的撤销更改验证码',
    RECOVER_FACTOR: '您的重置登录保护验证码',
  },
  codeMail: ({ brand, company, code, minutes, title, purpose, device, address, support }) => ({
    ...(code === undefined
      ? {
          subject: `${brand}：该邮箱尚未注册`,
          title: '该邮箱尚未注册',
          lines: [
            `有人用该邮箱在${brand}${purpose}，但它还没有账号。`,
            `如需使用，请先注册；或改用您注册时的手机号、邮箱。`,
          ],
        }
      : {
          subject: `${brand}验证码`,
          title,
          lines: [`请在页面中输入以下验证码，${minutes} 分钟内有效。`],
          code,
        }),
    after: [
      ...(code === undefined ? [] : ['请勿告知他人，我们的工作人员不会向您索要。']),
      `请求来自 ${origin(device, address)}。如非本人操作，请忽略此邮件。`,
    ],
    footer: footer(company, support),
  }),

  noticeEvents: {
    passwordChanged: '密码已修改',
    mobileBound: '已绑定新的手机号',
    idNumberCorrected: '登记的证件号已更正',
    idNumberClaimed: '收到了新的证件号，经确认后才会生效',
    companyLinked: '已关联企业身份',
    secondFactorOn: '已开启登录保护',
    secondFactorOff: '已关闭登录保护',
    authenticatorAdded: '已添加身份验证器',
    authenticatorRemoved: '已移除身份验证器',
    backupCodesCreated: '已生成新的备用码',
    backupCodeUsed: '已使用一个备用码',
    newDevice: '在新设备上登录',
    correctPasswordAfterFailures: '在多次输错密码后通过了密码验证',
    ...textsOfApps(first, '{app}Linked', '已关联{app}，可用{app}扫码登录'),
    identityUnlinked: '解除了第三方身份关联，不能再用它登录',
    mobileAdded: '已添加手机号',
    mobileChanged: '手机号已更换',
    mobileRemoved: '手机号已移除',
    emailAdded: '已添加邮箱',
    emailChanged: '邮箱已更换',
    emailRemoved: '邮箱已移除',
    contactChangeUndone: '有一项更改已撤销，所有设备已退出登录，需要设置新密码',
    mobileChangeAsked: '的手机号将更换，工作人员收到了更换请求',
    emailChangeAsked: '的邮箱将更换，工作人员收到了更换请求',
    contactChangeStopped: '的联系方式不会更改，工作人员收到的更改请求已停止',
    dataExported: '数据已导出',
    closureRequested: '将于 {day} 注销，在此之前登录即可保留',
    closureCancelled: '已保留，不再注销',
    accountErased: '已注销，数据已删除',
    accountMerged: '中已并入您的另一个账号，由工作人员操作',
    secondFactorReset: '的登录保护已由工作人员重置',
    recoveryAsked: '的登录保护将重置，有人登录后提出了申请',
    recoveryStopped: '的登录保护不会重置，仍保持不变',
    recoveryMade: '的登录保护已按登录时的申请重置',
    passkeyAdded: '添加了通行密钥，可用它登录',
    passkeyRemoved: '移除了通行密钥',
  },
  noticeTitles: {
    passwordChanged: '您的密码已修改',
    mobileBound: '您的账号绑定了新的手机号',
    idNumberCorrected: '您的证件号已更正',
    idNumberClaimed: '有人提交了新的证件号，确认后生效',
    companyLinked: '您的账号关联了企业身份',
    secondFactorOn: '您的账号已开启登录保护',
    secondFactorOff: '您的账号已关闭登录保护',
    authenticatorAdded: '您的账号添加了身份验证器',
    authenticatorRemoved: '您的身份验证器已移除',
    backupCodesCreated: '您的账号生成了新的备用码',
    backupCodeUsed: '您的一个备用码已被使用',
    newDevice: '新设备登录了您的账号',
    correctPasswordAfterFailures: '多次输错后输入了正确密码',
    ...textsOfApps(first, '{app}Linked', '您的账号可用{app}扫码登录了'),
    identityUnlinked: '您的账号解除了第三方身份关联',
    mobileAdded: '您的账号添加了手机号',
    mobileChanged: '您的手机号已更换',
    mobileRemoved: '您的手机号已移除',
    emailAdded: '您的账号添加了邮箱',
    emailChanged: '您的邮箱已更换',
    emailRemoved: '您的邮箱已移除',
    contactChangeUndone: '您账号的一项更改已撤销',
    mobileChangeAsked: '工作人员收到了更换您手机号的请求',
    emailChangeAsked: '工作人员收到了更换您邮箱的请求',
    contactChangeStopped: '您账号的一项更改不会生效',
    dataExported: '您的数据已导出',
    closureRequested: '您的账号即将注销',
    closureCancelled: '您的账号已保留',
    accountErased: '您的账号已注销',
    accountMerged: '您的另一个账号已并入此账号',
    secondFactorReset: '您的登录保护已重置',
    recoveryAsked: '您的登录保护将重置',
    recoveryStopped: '您的登录保护不会重置',
    recoveryMade: '您的登录保护已按申请重置',
    passkeyAdded: '您的账号添加了通行密钥',
    passkeyRemoved: '您的账号移除了通行密钥',
  },
  changeNotMade: {
    stoppedByLink: '有人通过通知中的链接停止了此更改。',
    stoppedByStaff: '我们的工作人员停止了此更改。',
    contactTaken: '新的手机号或邮箱现已属于另一个账号。',
    changedMeanwhile: '在此期间，该手机号或邮箱已有其他更改。',
    lastWayIn: '没有该手机号或邮箱，您将无法登录。',
    secondFactorNeedsMobile: '登录保护需要使用该手机号。',
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
    subject: `${brand}：${title}`,
    title,
    lines: [
      stop
        ? `此更改将于 ${stop.until} 生效。如果是您要求的，无需处理。`
        : closesAt
          ? `我们将于 ${closesAt} 删除您的账号及其数据。如需保留，请在此之前登录。`
          : erased
            ? '您的账号及其数据已删除，法律要求我们保存的除外。'
            : notMade
              ? notMade
              : byOperator
                ? '此操作由我们的工作人员完成。如果是您要求的，无需处理。'
                : '如果是您本人操作，无需处理。',
      ...(stop ? ['如非您的要求，请在此之前停止，您的账号不会有任何变化。'] : []),
      ...(advice ? [whatToDo[advice.is].text] : []),
      ...(undo ? [`如非本人操作，请在 ${undo.until} 之前撤销，届时所有设备都会退出登录。`] : []),
    ],
    ...(stop && { action: { label: '不是我要求的，停止', link: stop.link } }),
    ...(undo && { action: { label: '不是我操作的，撤销', link: undo.link } }),
    ...(advice && { action: { label: whatToDo[advice.is].label, link: advice.link } }),
    details: [
      { label: '账号', value: account },
      ...(erased || !address
        ? []
        : [
            { label: '设备', value: device || '未知' },
            { label: '网络', value: address },
            ...(country ? [{ label: '地点', value: country }] : []),
            ...(way ? [{ label: '登录方式', value: way }] : []),
          ]),
      { label: '时间', value: time },
    ],
    after: [
      notMade
        ? `客服：${support}`
        : byOperator
          ? undo || stop
            ? `链接仅可使用一次。客服：${support}`
            : `如非您的要求，请联系客服：${support}`
          : closesAt
            ? `如非本人操作，请登录并保留账号，然后修改密码。客服：${support}`
            : erased
              ? `客服：${support}`
              : undo
                ? `链接仅可使用一次。客服：${support}`
                : `客服：${support}`,
    ],
    footer: footer(company, support),
  }),

  wechat: {
    offer: ({ brand, site, device, address, time, link, account }) =>
      [
        account
          ? `要将此微信关联到${brand}（${site}）的账号 ${account} 吗？关联后微信将登录该账号`
          : `您的微信刚刚扫描了${brand}（${site}）的登录二维码`,
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
