import type { Language } from '@foyer/contract/language';

/** What the banner, the help desk and the help page say. */
const chinese = {
  sign: '在线签署合同，随时随地，一样有效',
  safe: '开启登录保护，账号更安全',
  pause: '暂停轮播',
  play: '继续轮播',
  entry: '在线客服',
  consult: '立即咨询',
  articles: '猜你想问',
  noArticles: '暂无推荐内容',
  move: '移动客服窗口（使用方向键）',
  moved: /已移动：距右边 \d+ 像素，距底边 \d+ 像素/,
  close: '关闭',
  chatAway: '在线客服暂时无法打开',
  help: '帮助',
  helpAway: '帮助内容暂时无法显示',
  noArticle: '这篇文章不存在或已下线',
  allHelp: '全部帮助',
};

export type DeskWords = typeof chinese;

const english: DeskWords = {
  sign: 'Sign contracts online, anywhere and just as binding',
  safe: 'Sign-in security keeps your account yours',
  pause: 'Pause the pictures',
  play: 'Go on with the pictures',
  entry: 'Online support',
  consult: 'Chat with us',
  articles: 'You may want to ask',
  noArticles: 'No suggested articles',
  move: 'Move the support button (arrow keys)',
  moved: /Moved: \d+ pixels from the right, \d+ from the bottom/,
  close: 'Close',
  chatAway: 'Online support cannot be opened just now',
  help: 'Help',
  helpAway: 'Help cannot be shown just now',
  noArticle: 'This article does not exist any more',
  allHelp: 'All help articles',
};

export const deskWordsIn = (language: Language) => (language === 'zh-CN' ? chinese : english);
