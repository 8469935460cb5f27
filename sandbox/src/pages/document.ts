import { type Html, html } from './html.ts';
import type { Language } from './language.ts';
import { type Texts, textsIn } from './texts.ts';

interface DocumentOptions {
  language: Language;
  title: string;
  /** The sandbox's path prefix. */
  base: string;
  icon?: string;
  /** Files below the prefix. Default: the style sheet of all pages. */
  styles?: readonly string[];
  script?: string | undefined;
  /** Attributes of the body element. */
  attributes?: Html | undefined;
}

export const styleFile = 'sandbox.css';

/** Every HTML page of the sandbox. It names an icon: without one, browsers request /favicon.ico and log a 404. */
export const htmlDocument = (
  { language, title, base, icon = `${base}/panel.svg`, styles = [styleFile], script, attributes }: DocumentOptions,
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

type PanelDocumentOptions = Pick<DocumentOptions, 'title' | 'script' | 'attributes'> & {
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

/** One card in the middle of the window, as other companies' pages have it. */
export const soloDocument = (language: Language, base: string, title: string, content: Html) => {
  const texts = textsIn(language);
  return htmlDocument(
    { language, base, title: `${title} · ${texts.title}` },
    html`<header>
        ${logo(base, texts)}
        <nav aria-label="${texts.otherPages}"><a href="/login/web">${texts.signInPage}</a></nav>
      </header>
      <main class="solo"><div class="sheet">${content}</div></main>`,
  );
};

const logo = (base: string, { title, home }: Texts) =>
  html`<a class="logo" href="${base}">
    <img src="${base}/panel.svg" alt="" width="30" height="30" />Foyer <span class="badge badge-warn">${title}</span>
    <span class="visually-hidden">${home}</span>
  </a>`;

export const otherLanguageOf = (language: Language): Language => (language === 'zh-CN' ? 'en-US' : 'zh-CN');

function header({ texts, language, base }: PageView, url: string) {
  const other = otherLanguageOf(language);
  const otherUrl = `${url}${url.includes('?') ? '&' : '?'}lang=${other}`;
  return html`<header>
    ${logo(base, texts)}
    <nav aria-label="${texts.otherPages}">
      <a href="/login/web">${texts.signInPage}</a>
      <a href="${base}/contracts">${texts.contracts}</a>
      <a href="${base}/phone">${texts.phone}</a>
      <a href="${base}/chat/desk">${texts.chatDesk}</a>
      <a href="${base}/events">${texts.events}</a>
      <a href="/api/">${texts.apiDescription}</a>
    </nav>
    <a class="language" href="${otherUrl}" lang="${other}" hreflang="${other}">${texts.otherLanguage}</a>
    <form method="post" action="${base}/reset">
      <button class="plain">
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M20 12a8 8 0 1 1-2.5-5.8M20 3.5v4.2h-4.2" />
        </svg>
        ${texts.resetDemo}
      </button>
    </form>
  </header>`;
}

export const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export const dateAndTime = (at: number, language: Language) =>
  new Date(at).toLocaleString(language, { timeZone, dateStyle: 'medium', timeStyle: 'short' });

export const timeOfDay = (at: string | number, language: Language) =>
  new Date(at).toLocaleTimeString(language, { timeZone, hourCycle: 'h23' });
