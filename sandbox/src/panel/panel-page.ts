import type { Clock } from '../clock.ts';
import type { Outbox } from '../outbox.ts';
import type { Fault } from '../fault.ts';
import { html } from './html.ts';
import { outboxSection } from './outbox-section.ts';
import type { View } from './panel-view.ts';
import { peopleSection } from './people-section.ts';
import { clockSection, gatewaySection } from './tools-section.ts';

/** What the panel shows. */
export interface World {
  outbox: Outbox;
  clock: Clock;
  fault: Fault;
}

const parts = ['people', 'outbox', 'clock', 'gateway'] as const;

export const panelPage = ({ outbox, clock, fault }: World, view: View) =>
  html`<!doctype html>
    <html lang="${view.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${view.messages.title} · Foyer</title>
        <link rel="icon" href="${view.base}/panel.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${view.base}/panel.css" />
        <script type="module" src="${view.base}/panel.js"></script>
      </head>
      <body
        data-live="${view.base}/live"
        data-copied="${view.messages.copied}"
        data-copy-failed="${view.messages.copyFailed}"
      >
        <a class="skip" href="#main">${view.messages.skip}</a>
        ${header(view)}
        <main id="main" tabindex="-1">
          <div class="intro">
            <h1>${view.messages.lead}</h1>
            <nav aria-label="${view.messages.here}">
              ${parts.map((part) => html`<a href="#${part}">${view.messages[part]}</a>`)}
            </nav>
          </div>
          <p class="warning"><strong>${view.messages.warning}</strong> ${view.messages.warningMore}</p>
          <div class="columns">
            ${peopleSection(view)} ${outboxSection(outbox.sent(), view)}
            <div class="tools">${clockSection(clock, view)}${gatewaySection(fault.mode(), view)}</div>
          </div>
        </main>
        <p class="unseen" id="told" role="status"></p>
      </body>
    </html>`;

function header({ messages, language, base }: View) {
  const other = language === 'zh-CN' ? 'en-US' : 'zh-CN';
  return html`<header>
    <a class="logo" href="${base}"
      ><img src="${base}/panel.svg" alt="" width="30" height="30" />Foyer <span>${messages.title}</span></a
    >
    <nav aria-label="${messages.elsewhere}">
      <a href="/login/web">${messages.signInPage}</a>
      <a href="/api/">${messages.apiDescription}</a>
      <a href="/healthz">${messages.health}</a>
    </nav>
    <a class="language" href="${base}?lang=${other}" lang="${other}" hreflang="${other}">${messages.otherLanguage}</a>
  </header>`;
}
