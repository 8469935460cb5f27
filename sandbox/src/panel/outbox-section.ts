import type { SentMessage } from '../outbox/outbox.ts';
import { people } from '../people.ts';
import { copyButton } from './controls.ts';
import { html } from '../pages/html.ts';
import { timeOfDay, type PageView } from '../pages/page-view.ts';
import { nameOf } from './people-section.ts';

const shown = 50;

export const outboxSection = (messages: readonly SentMessage[], view: PageView) =>
  html`<section class="outbox" aria-labelledby="outbox">
    <div class="heading">
      <h2 id="outbox">${view.texts.outbox}</h2>
      <p id="live" class="live" hidden data-live="${view.texts.live}" data-not-live="${view.texts.notLive}"></p>
    </div>
    <p class="lead">${view.texts.outboxLead}<noscript> ${view.texts.reload}</noscript></p>
    <div class="nothing" id="nothing" ${messages.length > 0 && html`hidden`}>
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <path d="M6 14a4 4 0 0 1 4-4h28a4 4 0 0 1 4 4v16a4 4 0 0 1-4 4H22l-9 7v-7h-3a4 4 0 0 1-4-4z" />
        <path d="M15 19h18M15 26h11" />
      </svg>
      <p><strong>${view.texts.pending}</strong></p>
      <p>${view.texts.nothingYetMore}</p>
    </div>
    <ol id="messages" tabindex="0" aria-labelledby="outbox">
      ${messages.slice(0, shown).map((sent) => message(sent, view))}
    </ol>
  </section>`;

function message(sent: SentMessage, view: PageView) {
  const { texts, language } = view;
  const reader = people.find(({ mobile, email }) => sent.to === mobile || sent.to === email);
  const to = reader ? `${sent.to} · ${nameOf(reader, view)}` : sent.to;
  const channel = texts[sent.channel];
  return html`<li id="message-${sent.id}" class="message" data-told="${texts.arrived(channel, to, sent.code)}">
    <p class="envelope">
      <span class="channel channel-${sent.channel}">${channel}</span>
      <span class="to"><span class="unseen">${texts.to} </span>${to}</span>
      <time datetime="${sent.at}">${timeOfDay(sent.at, language)}</time>
    </p>
    ${sent.code && codeLine(sent.code, view)}
    ${sent.channel === 'mail' && html`<p class="subject" lang="${sent.language}">${sent.subject}</p>`}
    <p class="text" lang="${sent.language}">${sent.text}</p>
    ${
      sent.channel === 'mail' &&
      sent.html !== undefined &&
      html`<details>
        <summary>${texts.source}</summary>
        <pre tabindex="0">${sent.html}</pre>
      </details>`
    }
  </li>`;
}

const codeLine = (code: string, view: PageView) =>
  html`<p class="code">
    <span class="unseen">${view.texts.code} </span><strong>${code}</strong>
    ${copyButton(code, `${view.texts.code} ${code}`, view)}
  </p>`;
