import { type Html, html } from './html.ts';
import type { Language } from './language.ts';
import type { Texts } from './texts.ts';

interface DocumentOptions {
  language: Language;
  title: string;
  /** The sandbox's path prefix. */
  base: string;
  icon?: string;
  /** Files below the prefix. */
  styles?: readonly string[];
  script?: string | undefined;
  /** Attributes of the body element. */
  attributes?: Html | undefined;
}

/** Every HTML page of the sandbox. It names an icon: without one, browsers request /favicon.ico and log a 404. */
export const htmlDocument = (
  { language, title, base, icon = `${base}/panel.svg`, styles = [], script, attributes }: DocumentOptions,
  body: Html,
) =>
  html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="${icon}" />
        ${styles.map((file) => html`<link rel="stylesheet" href="${base}/${file}" />`)}
        ${script && html`<script type="module" src="${base}/${script}"></script>`}
      </head>
      <body ${attributes}>
        ${body}
      </body>
    </html>`;

/** What the parts of a page need to render themselves. */
export interface PageView {
  language: Language;
  texts: Texts;
  /** The sandbox's path prefix. */
  base: string;
}

type PanelDocumentOptions = Pick<DocumentOptions, 'title' | 'styles' | 'script' | 'attributes'> & {
  /** The page's own URL, for the link to the other language. */
  url: string;
};

/** A page with the panel's header. */
export const panelDocument = (view: PageView, { title, url, ...options }: PanelDocumentOptions, content: Html) =>
  htmlDocument(
    { language: view.language, base: view.base, title: `${title} · Foyer`, ...options },
    html`<a class="skip" href="#main">${view.texts.skip}</a>
      ${header(view, url)}
      <main id="main" tabindex="-1">${content}</main>
      <p class="visually-hidden" id="announcement" role="status"></p>`,
  );

function header({ texts, language, base }: PageView, url: string) {
  const other = language === 'zh-CN' ? 'en-US' : 'zh-CN';
  const otherUrl = `${url}${url.includes('?') ? '&' : '?'}lang=${other}`;
  return html`<header>
    <a class="logo" href="${base}"
      ><img src="${base}/panel.svg" alt="" width="30" height="30" />Foyer <span>${texts.title}</span></a
    >
    <nav aria-label="${texts.otherPages}">
      <a href="${base}/phone">${texts.phone}</a>
      <a href="${base}/chat/desk">${texts.chatDesk}</a>
      <a href="${base}/events">${texts.events}</a>
      <a href="/login/web">${texts.signInPage}</a>
      <a href="/api/">${texts.apiDescription}</a>
      <a href="/healthz">${texts.health}</a>
    </nav>
    <a class="language" href="${otherUrl}" lang="${other}" hreflang="${other}">${texts.otherLanguage}</a>
  </header>`;
}

export const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export const timeOfDay = (at: string | number, language: Language) =>
  new Date(at).toLocaleTimeString(language, { timeZone, hourCycle: 'h23' });
