/** What pages say about the request of an application, and about the session. */
export const view = {
  'view.document': '登录后签署《{title}》',
  'view.document.verify': '签署前验证《{title}》',
  'view.sentBy': '{sender} 发送',
  'view.sentBy.due': '{sender} 发送 · {due}前签署',
  'view.signInTooOld': '距您上次登录已有一段时间，{application}请您重新登录。',
  'view.otherSigner': '此文件须由 {signer} 签署，您当前登录的账号是 {current}。请改用 {signer} 登录。',
  'view.secondFactor': '{application}需要二次验证。',
  'view.otherFactor': '{application}需要二次验证，而您之前是用验证码登录的。请先用密码登录，再输入验证码。',
  'view.signedIn': '您已登录：{name}。{continue}，或在下方登录其他账号。',
  'view.continue': '继续',
  'view.signedOut': '已退出登录',
  'view.sessionEnded': '您已退出登录，请重新登录后继续。',
  'view.cancel': '返回{application}',
  'stepUp.submit': '验证并继续',
};
