import { generate } from 'lean-qr';
import { toSvgDataURL } from 'lean-qr/extras/svg';
import { htmlDocument } from '../../pages/document.ts';
import { type Html, html } from '../../pages/html.ts';
import { type Language, localize } from '../../pages/language.ts';
import { type ScanApp, appsOfPeople } from '../../people.ts';

const textsIn = {
  'zh-CN': {
    title: (app: string) => `${app}登录（沙箱）`,
    scan: (app: string) => `请使用${app}扫描二维码`,
    scanned: '已扫描，请在手机上确认',
    invalid: '二维码已失效，请刷新',
    declined: '已在手机上取消',
    noPhone: '用沙箱里的手机扫码',
    refused: (parameter: string) => `无法登录：${parameter} 与应用的登记不符`,
  },
  'en-US': {
    title: (app: string) => `${app} sign-in (sandbox)`,
    scan: (app: string) => `Scan with ${app}`,
    scanned: 'Scanned. Please confirm on the phone',
    invalid: 'The QR code is no longer valid, please refresh',
    declined: 'Cancelled on the phone',
    noPhone: 'Scan with the sandbox’s phone',
    refused: (parameter: string) => `Cannot sign in: ${parameter} does not match the app’s registration`,
  },
} as const;

interface FramedPageOptions {
  pollId: string;
  qrUrl: string;
  redirectUri: string;
  inFrame: boolean;
}

/** The sign-in page, 300 × 300 pixels as such an app draws it for a frame. */
export function framedPage(
  app: ScanApp,
  language: Language,
  { pollId, qrUrl, redirectUri, inFrame }: FramedPageOptions,
): Html {
  const texts = textsIn[language];
  const scan = texts.scan(nameOf(app, language));
  const picture = toSvgDataURL(generate(qrUrl), { on: 'black', padX: 0, padY: 0 });
  const phoneUrl = `/sandbox/phone?${new URLSearchParams({ code: qrUrl }).toString()}`;
  return pageDocument(
    app,
    language,
    html`<main
      data-status-url="/sandbox/${app}/status?pollId=${pollId}"
      data-parent="${inFrame ? new URL(redirectUri).origin : ''}"
      data-scanned="${texts.scanned}"
      data-invalid="${texts.invalid}"
      data-declined="${texts.declined}"
    >
      <img src="${picture}" alt="${scan}" width="191" height="191" />
      <p role="status">${scan}</p>
      <a href="${phoneUrl}" target="_blank" rel="noopener">${texts.noPhone}</a>
    </main>`,
    `${app}/page.js`,
  );
}

export const refusalPage = (app: ScanApp, language: Language, parameter: string): Html =>
  pageDocument(app, language, html`<main><p role="alert">${textsIn[language].refused(parameter)}</p></main>`);

const nameOf = (app: ScanApp, language: Language) => localize(appsOfPeople[app].name, language);

function pageDocument(app: ScanApp, language: Language, body: Html, script?: string) {
  const title = textsIn[language].title(nameOf(app, language));
  return htmlDocument({ language, title, base: '/sandbox', styles: [`${app}/page.css`], script }, body);
}
