import type { Sent } from '../outbox/outbox.ts';
import { people } from '../people.ts';
import { copyButton } from './controls.ts';
import { html } from '../pages/html.ts';
import { timeOfDay, type View } from '../pages/page-view.ts';
import { nameOf } from './people-section.ts';

const shown = 50;

export const outboxSection = (messages: readonly Sent[], view: View) =>
  html`<section class="outbox" aria-labelledby="outbox">
    <div class="heading">
      <h2 id="outbox">${view.messages.outbox}</h2>
      <p id="live" class="live" hidden data-live="${view.messages.live}" data-not-live="${view.messages.notLive}"></p>
    </div>
    <p class="lead">${view.messages.outboxLead}<noscript> ${view.messages.reload}</noscript></p>
    <div class="nothing" id="nothing" ${messages.length > 0 && html`hidden`}>
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <path d="M6 14a4 4 0 0 1 4-4h28a4 4 0 0 1 4 4v16a4 4 0 0 1-4 4H22l-9 7v-7h-3a4 4 0 0 1-4-4z" />
        <path d="M15 19h18M15 26h11" />
      </svg>
      <p><strong>${view.messages.nothingYet}</strong></p>
      <p>${view.messages.nothingYetMore}</p>
    </div>
    <ol id="messages" tabindex="0" aria-labelledby="outbox">
      ${messages.slice(0, shown).map((sent) => message(sent, view))}
    </ol>
  </section>`;

function message(sent: Sent, view: View) {
  const { messages, language } = view;
  const reader = people.find(({ mobile, email }) => sent.to === mobile || sent.to === email);
  const to = reader ? `${sent.to} · ${nameOf(reader, view)}` : sent.to;
  const channel = messages[sent.channel];
  return html`<li id="message-${sent.id}" class="message" data-told="${messages.arrived(channel, to, sent.code)}">
    <p class="envelope">
      <span class="channel channel-${sent.channel}">${channel}</span>
      <span class="to"><span class="unseen">${messages.to} </span>${to}</span>
      <time datetime="${sent.at}">${timeOfDay(sent.at, language)}</time>
    </p>
    ${sent.code && codeLine(sent.code, view)}
    ${sent.channel === 'mail' && html`<p class="subject" lang="${sent.language}">${sent.subject}</p>`}
    <p class="text" lang="${sent.language}">${sent.text}</p>
    ${
      sent.channel === 'mail' &&
      sent.html !== undefined &&
      html`<details>
        <summary>${messages.source}</summary>
        <pre tabindex="0">${sent.html}</pre>
      </details>`
    }
  </li>`;
}

const codeLine = (code: string, view: View) =>
  html`<p class="code">
    <span class="unseen">${view.messages.code} </span><strong>${code}</strong>
    ${copyButton(code, `${view.messages.code} ${code}`, view)}
  </p>`;
