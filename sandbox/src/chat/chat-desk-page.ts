import { html } from '../pages/html.ts';
import { panelDocument } from '../pages/document.ts';
import { timeOfDay, type PageView } from '../pages/page-view.ts';
import type { Conversation } from './chat.ts';
import { chatTexts } from './chat-texts.ts';

/** Where somebody answers those who write in the chat. */
export function deskPage(conversations: readonly Conversation[], view: PageView) {
  const words = chatTexts(view.language);
  const { base } = view;
  const about = {
    title: words.deskTitle,
    here: `${base}/chat/desk`,
    styles: ['panel.css', 'chat-desk.css'],
    script: 'chat-desk.js',
    attributes: html`data-live="${base}/chat/desk/live"`,
  };
  return panelDocument(
    view,
    about,
    html`<h1>${words.deskTitle}</h1>
      <p class="lead">${words.deskLead}</p>
      <div id="conversations">
        ${
          conversations.length === 0 &&
          html`<p class="nobody"><strong>${words.nobody}</strong><br />${words.nobodyMore}</p>`
        }
        ${conversations.map((conversation) => section(conversation, view))}
      </div>`,
  );
}

function section({ visitor, said }: Conversation, view: PageView) {
  const words = chatTexts(view.language);
  const name = visitor.name ?? visitor.email ?? visitor.mobile ?? words.stranger;
  const more = [visitor.email, visitor.mobile, visitor.uuid].filter(Boolean).join(' · ');
  return html`<section class="conversation" id="with-${visitor.uuid}" aria-labelledby="name-${visitor.uuid}">
    <h2 id="name-${visitor.uuid}">${name}</h2>
    <p class="who">${more}</p>
    <ol>
      ${said.map(
        ({ by, text, at }) =>
          html`<li class="${by}">
            <span>${by === 'desk' ? words.desk : name} · ${timeOfDay(at, view.language)}</span>${text}
          </li>`,
      )}
    </ol>
    <form method="post" action="${view.base}/chat/answers">
      <input type="hidden" name="uuid" value="${visitor.uuid}" />
      <input name="text" maxlength="500" autocomplete="off" aria-label="${words.replyTo(name)}" />
      <button class="plain">${words.reply}</button>
    </form>
  </section>`;
}
