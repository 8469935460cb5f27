import { generate } from 'lean-qr';
import { toSvgDataURL } from 'lean-qr/extras/svg';
import { htmlDocument } from '../../pages/document.ts';
import { type Html, html } from '../../pages/html.ts';
import type { Language } from '../../pages/language.ts';

const textsIn = {
  'zh-CN': {
    title: '钉钉登录（沙箱）',
    scan: '请使用钉钉扫描二维码',
    scanned: '已扫描，请在手机上确认',
    invalid: '二维码已失效，请刷新',
    declined: '已在手机上取消',
    noPhone: '用沙箱里的手机扫码',
    refused: (parameter: string) => `无法登录：${parameter} 与应用的登记不符`,
  },
  'en-US': {
    title: 'DingTalk sign-in (sandbox)',
    scan: 'Scan with DingTalk',
    scanned: 'Scanned. Please confirm on the phone',
    invalid: 'The QR code is no longer valid, please refresh',
    declined: 'Cancelled on the phone',
    noPhone: 'Scan with the sandbox’s phone',
    refused: (parameter: string) => `Cannot sign in: ${parameter} does not match the app’s registration`,
  },
} as const;

interface DingtalkPageOptions {
  pollId: string;
  qrUrl: string;
  redirectUri: string;
  inFrame: boolean;
}

/** The sign-in page, 300 × 300 pixels as DingTalk draws it for a frame. */
export function dingtalkPage(language: Language, { pollId, qrUrl, redirectUri, inFrame }: DingtalkPageOptions): Html {
  const texts = textsIn[language];
  const picture = toSvgDataURL(generate(qrUrl), { on: 'black', padX: 0, padY: 0 });
  const phoneUrl = `/sandbox/phone?${new URLSearchParams({ code: qrUrl }).toString()}`;
  return dingtalkDocument(
    language,
    html`<main
      data-poll-id="${pollId}"
      data-parent="${inFrame ? new URL(redirectUri).origin : ''}"
      data-scanned="${texts.scanned}"
      data-invalid="${texts.invalid}"
      data-declined="${texts.declined}"
    >
      <img src="${picture}" alt="${texts.scan}" width="191" height="191" />
      <p role="status">${texts.scan}</p>
      <a href="${phoneUrl}" target="_blank" rel="noopener">${texts.noPhone}</a>
    </main>`,
    'dingtalk/page.js',
  );
}

export const refusalPage = (language: Language, parameter: string): Html =>
  dingtalkDocument(language, html`<main><p role="alert">${textsIn[language].refused(parameter)}</p></main>`);

const dingtalkDocument = (language: Language, body: Html, script?: string) =>
  htmlDocument(
    { language, title: textsIn[language].title, base: '/sandbox', styles: ['dingtalk/page.css'], script },
    body,
  );
