import { type PageView, panelDocument, timeOfDay } from '../pages/document.ts';
import { html } from '../pages/html.ts';
import { chatTexts } from './chat-texts.ts';
import type { Conversation } from './chat.ts';

/** The page on which support agents answer. */
export function deskPage(conversations: readonly Conversation[], view: PageView) {
  const texts = chatTexts(view.language);
  const { base } = view;
  return panelDocument(
    view,
    {
      title: texts.deskTitle,
      url: `${base}/chat/desk`,
      styles: ['panel.css', 'chat-desk.css'],
      script: 'chat-desk.js',
      attributes: html`data-live="${base}/chat/desk/live"`,
    },
    html`<h1>${texts.deskTitle}</h1>
      <p class="lead">${texts.deskLead}</p>
      <div id="conversations">
        ${
          conversations.length === 0 &&
          html`<p class="empty"><strong>${texts.noConversations}</strong><br />${texts.noConversationsHint}</p>`
        }
        ${conversations.map((conversation) => section(conversation, view))}
      </div>`,
  );
}

function section({ visitor, messages }: Conversation, view: PageView) {
  const texts = chatTexts(view.language);
  const name = visitor.name ?? visitor.email ?? visitor.mobile ?? texts.unknownVisitor;
  const details = [visitor.email, visitor.mobile, visitor.uuid].filter(Boolean).join(' · ');
  return html`<section class="conversation" id="with-${visitor.uuid}" aria-labelledby="name-${visitor.uuid}">
    <h2 id="name-${visitor.uuid}">${name}</h2>
    <p class="who">${details}</p>
    <ol>
      ${messages.map(
        ({ by, text, at }) =>
          html`<li class="${by}">
            <span>${by === 'agent' ? texts.agent : name} · ${timeOfDay(at, view.language)}</span>${text}
          </li>`,
      )}
    </ol>
    <form method="post" action="${view.base}/chat/answers">
      <input type="hidden" name="uuid" value="${visitor.uuid}" />
      <input name="text" maxlength="500" autocomplete="off" aria-label="${texts.replyTo(name)}" />
      <button class="plain">${texts.reply}</button>
    </form>
  </section>`;
}
