import type { Language } from '../outbox/outbox.ts';

const zh = {
  title: '在线客服',
  hello: '您好，请问有什么可以帮您？',
  placeholder: '请输入您的问题',
  send: '发送',
  you: '您',
  desk: '客服',
  away: '消息未能发送，请重试',
  deskTitle: '客服工作台',
  deskLead: '访客在登录页打开客服后写的话会出现在这里，您的回答会立刻显示给对方。',
  nobody: '还没有人来咨询',
  nobodyMore: '在登录页点击“在线客服”，写一句话试试。',
  stranger: '未登录的访客',
  reply: '回复',
  replyTo: (name: string) => `回复${name}`,
};

const en: typeof zh = {
  title: 'Online support',
  hello: 'Hello, how can we help you?',
  placeholder: 'Type your question',
  send: 'Send',
  you: 'You',
  desk: 'Support',
  away: 'The message was not sent, please try again',
  deskTitle: 'Support desk',
  deskLead: 'What visitors write in the chat of the sign-in page appears here, and your answer reaches them at once.',
  nobody: 'Nobody has asked anything yet',
  nobodyMore: 'Open the online support on the sign-in page and write something.',
  stranger: 'A visitor who is not signed in',
  reply: 'Reply',
  replyTo: (name) => `Reply to ${name}`,
};

export const chatTexts = (language: Language) => (language === 'zh-CN' ? zh : en);
