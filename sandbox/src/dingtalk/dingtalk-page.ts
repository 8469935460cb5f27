import { generate } from 'lean-qr';
import { toSvgDataURL } from 'lean-qr/extras/svg';
import type { Language } from '../outbox/outbox.ts';
import { type Html, html } from '../pages/html.ts';

const words = {
  'zh-CN': {
    title: '钉钉登录（沙箱）',
    scan: '请使用钉钉扫描二维码',
    opened: '已扫描，请在手机上确认',
    invalid: '二维码已失效，请刷新',
    declined: '已在手机上取消',
    noPhone: '用沙箱里的手机扫码',
    refused: (why: string) => `无法登录：${why} 与应用的登记不符`,
  },
  'en-US': {
    title: 'DingTalk sign-in (sandbox)',
    scan: 'Scan with DingTalk',
    opened: 'Scanned. Please confirm on the phone',
    invalid: 'The QR code is no longer valid, please refresh',
    declined: 'Cancelled on the phone',
    noPhone: 'Scan with the sandbox’s phone',
    refused: (why: string) => `Cannot sign in: ${why} is not what the app registered`,
  },
} as const;

interface Showing {
  /** What it asks by how far the sign-in got. */
  page: string;
  /** What the QR says. */
  url: string;
  redirectUri: string;
  inFrame: boolean;
}

/** 300 × 300, as the real one is drawn for a frame. */
export function dingtalkPage(language: Language, { page, url, redirectUri, inFrame }: Showing): Html {
  const told = words[language];
  const picture = toSvgDataURL(generate(url), { on: 'black', padX: 2, padY: 2 });
  const phone = `/sandbox/phone?${new URLSearchParams({ code: url }).toString()}`;
  return document(
    language,
    html`<main
        data-page="${page}"
        data-parent="${inFrame ? new URL(redirectUri).origin : ''}"
        data-opened="${told.opened}"
        data-invalid="${told.invalid}"
        data-declined="${told.declined}"
      >
        <img src="${picture}" alt="${told.scan}" width="220" height="220" />
        <p role="status">${told.scan}</p>
        <a href="${phone}" target="_blank" rel="noopener">${told.noPhone}</a>
      </main>
      <script type="module" src="/sandbox/dingtalk/page.js"></script>`,
  );
}

export const refusalPage = (language: Language, why: string): Html =>
  document(language, html`<main><p role="alert">${words[language].refused(why)}</p></main>`);

const document = (language: Language, body: Html) =>
  html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${words[language].title}</title>
        <link rel="stylesheet" href="/sandbox/dingtalk/page.css" />
      </head>
      <body>
        ${body}
      </body>
    </html>`;
