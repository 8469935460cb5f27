import type { Language } from '../pages/language.ts';

const zh = {
  title: '在线客服',
  hello: '您好，请问有什么可以帮您？',
  placeholder: '请输入您的问题',
  send: '发送',
  you: '您',
  agent: '客服',
  notSent: '消息未能发送，请重试',
  deskTitle: '客服台',
  visitors: '访客',
  deskLead: '访客在登录页打开客服后写的话会出现在这里，您的回答会立刻显示给对方。',
  noConversations: '还没有人来咨询',
  noConversationsHint: '在登录页点击“在线客服”，写一句话试试。',
  unknownVisitor: '未登录的访客',
  reply: '回复',
  replyTo: (name: string) => `回复${name}`,
};

const en: typeof zh = {
  title: 'Online support',
  hello: 'Hello, how can we help?',
  placeholder: 'Type your question',
  send: 'Send',
  you: 'You',
  agent: 'Support',
  notSent: 'The message was not sent. Try again.',
  deskTitle: 'Support desk',
  visitors: 'Visitors',
  deskLead: 'Messages from the chat on the sign-in page appear here. The visitor sees your reply right away.',
  noConversations: 'No questions yet',
  noConversationsHint: 'Open online support on the sign-in page and send a message.',
  unknownVisitor: 'Visitor who isn’t signed in',
  reply: 'Reply',
  replyTo: (name) => `Reply to ${name}`,
};

export const chatTexts = (language: Language) => (language === 'zh-CN' ? zh : en);
