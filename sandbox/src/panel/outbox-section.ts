import type { SentMessage } from '../outbox/outbox.ts';
import { type PageView, timeOfDay } from '../pages/document.ts';
import { html } from '../pages/html.ts';
import { localize } from '../pages/language.ts';
import { people } from '../people.ts';
import { copyButton } from './controls.ts';

const maxMessages = 50;

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
      <p><strong>${view.texts.noMessages}</strong></p>
      <p>${view.texts.noMessagesHint}</p>
    </div>
    <ol id="messages" tabindex="0" aria-labelledby="outbox">
      ${messages.slice(0, maxMessages).map((message) => messageItem(message, view))}
    </ol>
  </section>`;

function messageItem(message: SentMessage, view: PageView) {
  const { texts, language } = view;
  const recipient = people.find(({ mobile, email }) => message.to === mobile || message.to === email);
  const to = recipient ? `${message.to} · ${localize(recipient.name, language)}` : message.to;
  const channel = texts[message.channel];
  const announcement = texts.newMessage(channel, to, message.code);
  return html`<li id="message-${message.id}" class="message" data-announcement="${announcement}">
    <p class="envelope">
      <span class="channel channel-${message.channel}">${channel}</span>
      <span class="to"><span class="visually-hidden">${texts.to} </span>${to}</span>
      <time datetime="${message.at}">${timeOfDay(message.at, language)}</time>
    </p>
    ${message.code && codeLine(message.code, view)}
    ${message.channel === 'mail' && html`<p class="subject" lang="${message.language}">${message.subject}</p>`}
    ${
      message.channel === 'mail' && message.html !== undefined
        ? renderedMail(message.id, message, view)
        : html`<p class="text" lang="${message.language}">${message.text}</p>`
    }
  </li>`;
}

const codeLine = (code: string, view: PageView) =>
  html`<p class="code">
    <span class="visually-hidden">${view.texts.code} </span><strong>${code}</strong>
    ${copyButton(code, `${view.texts.code} ${code}`, view)}
  </p>`;

/** The mail as its reader sees it; its text and its source open on demand. */
const renderedMail = (
  id: string,
  { subject, text, html: source, language }: { subject: string; text: string; html?: string; language: string },
  { base, texts }: PageView,
) =>
  html`<iframe
      class="mail"
      src="${base}/outbox/${id}/mail"
      title="${subject}"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      loading="lazy"
    ></iframe>
    <details>
      <summary>${texts.plainText}</summary>
      <p class="text" lang="${language}">${text}</p>
    </details>
    <details>
      <summary>${texts.source}</summary>
      <pre tabindex="0">${source}</pre>
    </details>`;
