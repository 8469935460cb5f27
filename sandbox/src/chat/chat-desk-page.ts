import { type PageView, panelDocument, timeOfDay } from '../pages/document.ts';
import { html } from '../pages/html.ts';
import { chatTexts } from './chat-texts.ts';
import type { Conversation, Visitor } from './chat.ts';

/** The page on which support agents answer: the visitors, and the conversation with one of them. */
export function deskPage(conversations: readonly Conversation[], chosen: string | undefined, view: PageView) {
  const texts = chatTexts(view.language);
  const { base } = view;
  const shown = conversations.find(({ visitor }) => visitor.uuid === chosen) ?? conversations[0];
  return panelDocument(
    view,
    {
      title: texts.deskTitle,
      url: `${base}/chat/desk`,
      script: 'chat-desk.js',
      attributes: html`data-live="${base}/chat/desk/live"`,
    },
    html`<h1>${texts.deskTitle}</h1>
      <p class="lead">${texts.deskLead}</p>
      <div id="desk">
        ${
          shown
            ? html`<div class="tool desk">
                <ul class="visitors" aria-label="${texts.visitors}">
                  ${conversations.map((each) => visitorLink(each, each === shown, view))}
                </ul>
                ${conversationSection(shown, view)}
              </div>`
            : html`<div class="tool desk-empty">
                <svg viewBox="0 0 48 48" aria-hidden="true">
                  <path d="M6 14a4 4 0 0 1 4-4h28a4 4 0 0 1 4 4v16a4 4 0 0 1-4 4H22l-9 7v-7h-3a4 4 0 0 1-4-4z" />
                  <path d="M15 19h18M15 26h11" />
                </svg>
                <p><strong>${texts.noConversations}</strong></p>
                <p>${texts.noConversationsHint}</p>
                <p><a href="/login/web">${view.texts.signInPage}</a></p>
              </div>`
        }
      </div>`,
  );
}

const nameOf = ({ name, email, mobile }: Visitor, { language }: PageView) =>
  name ?? email ?? mobile ?? chatTexts(language).unknownVisitor;

function visitorLink({ visitor, messages }: Conversation, isShown: boolean, view: PageView) {
  const name = nameOf(visitor, view);
  return html`<li>
    <a href="${view.base}/chat/desk?visitor=${visitor.uuid}" ${isShown && html`aria-current="true"`}>
      <span class="initial" aria-hidden="true">${name.slice(0, 1)}</span>
      <span><span class="name">${name}</span> <span class="last">${messages.at(-1)?.text}</span></span>
    </a>
  </li>`;
}

function conversationSection({ visitor, messages }: Conversation, view: PageView) {
  const texts = chatTexts(view.language);
  const name = nameOf(visitor, view);
  const details = [visitor.email, visitor.mobile, visitor.uuid].filter(Boolean).join(' · ');
  return html`<section class="conversation" data-visitor="${visitor.uuid}" aria-labelledby="name">
    <h2 id="name">${name}</h2>
    <p class="visitor-details">${details}</p>
    <ol>
      ${messages.map(
        ({ by, text, at }) =>
          html`<li class="${by}">
            <span>${by === 'agent' ? texts.agent : name} · ${timeOfDay(at, view.language)}</span>
            <p>${text}</p>
          </li>`,
      )}
    </ol>
    <form method="post" action="${view.base}/chat/answers">
      <input type="hidden" name="uuid" value="${visitor.uuid}" />
      <input class="control" name="text" maxlength="500" autocomplete="off" aria-label="${texts.replyTo(name)}" />
      <button class="primary">${texts.reply}</button>
    </form>
  </section>`;
}
