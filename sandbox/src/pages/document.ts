import { type Html, html } from './html.ts';
import type { PageView } from './page-view.ts';

interface About {
  title: string;
  /** Where the page is found, for the same in the other language. */
  here: string;
  styles: readonly string[];
  script?: string;
  attributes?: Html;
}

/** A page of the sandbox, in its frame. */
export const panelDocument = (view: PageView, { title, here, styles, script, attributes }: About, content: Html) =>
  html`<!doctype html>
    <html lang="${view.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Foyer</title>
        <link rel="icon" href="${view.base}/panel.svg" type="image/svg+xml" />
        ${styles.map((file) => html`<link rel="stylesheet" href="${view.base}/${file}" />`)}
        ${script && html`<script type="module" src="${view.base}/${script}"></script>`}
      </head>
      <body ${attributes}>
        <a class="skip" href="#main">${view.texts.skip}</a>
        ${header(view, here)}
        <main id="main" tabindex="-1">${content}</main>
        <p class="unseen" id="told" role="status"></p>
      </body>
    </html>`;

function header({ texts, language, base }: PageView, here: string) {
  const other = language === 'zh-CN' ? 'en-US' : 'zh-CN';
  const there = `${here}${here.includes('?') ? '&' : '?'}lang=${other}`;
  return html`<header>
    <a class="logo" href="${base}"
      ><img src="${base}/panel.svg" alt="" width="30" height="30" />Foyer <span>${texts.title}</span></a
    >
    <nav aria-label="${texts.elsewhere}">
      <a href="${base}/phone">${texts.phone}</a>
      <a href="${base}/chat/desk">${texts.chatDesk}</a>
      <a href="${base}/events">${texts.events}</a>
      <a href="/login/web">${texts.signInPage}</a>
      <a href="/api/">${texts.apiDescription}</a>
      <a href="/healthz">${texts.health}</a>
    </nav>
    <a class="language" href="${there}" lang="${other}" hreflang="${other}">${texts.otherLanguage}</a>
  </header>`;
}
