// Declares `?raw` imports in every program that includes this file.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="../pages/raw-text.d.ts" />
import { createHash } from 'node:crypto';
import { htmlDocument } from '../pages/document.ts';
import { html } from '../pages/html.ts';
import type { Language } from '../pages/language.ts';
import tokens from '../../../web/src/ui/tokens.css?raw';
import frameStyle from './chat-frame.css?raw';
import script from './chat-frame.js?raw';
import { chatTexts } from './chat-texts.ts';

// The frame has no origin, so it cannot load the style sheet of the other pages.
const styleWith = (brandStyle: string) => `${tokens}\n${frameStyle}${brandStyle}`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Isolates the frame like a page of another site: sandboxed without an origin of its own, it can neither read the
 * surrounding page nor send cookies.
 */
export const chatPolicy = (brandStyle: string) =>
  [
    'sandbox allow-scripts allow-forms',
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(styleWith(brandStyle))}`,
    'img-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');

/** The chat of an external support system, shown in a frame on the sign-in page. */
export function chatFrame(language: Language, brandStyle: string): string {
  const texts = chatTexts(language);
  const attributes = html`data-texts="${JSON.stringify({ 'zh-CN': chatTexts('zh-CN'), 'en-US': chatTexts('en-US') })}"`;
  const page = htmlDocument(
    // An empty icon: without an origin of its own the frame may not load the sandbox's picture.
    { language, title: texts.title, base: '', icon: 'data:,', styles: [], attributes },
    html`<h1 data-text="title">${texts.title}</h1>
      <ol aria-live="polite" tabindex="0" aria-label="${texts.title}">
        <li class="agent"><span data-text="agent">${texts.agent}</span><bdi data-text="hello">${texts.hello}</bdi></li>
      </ol>
      <p role="alert" data-text="notSent" hidden>${texts.notSent}</p>
      <form>
        <input
          name="text"
          maxlength="500"
          autocomplete="off"
          aria-label="${texts.placeholder}"
          placeholder="${texts.placeholder}"
        />
        <button data-text="send">${texts.send}</button>
      </form>`,
  ).toString();
  // Inserted unescaped, because the policy allows exactly these bytes by their hash.
  return page
    .replace('</head>', () => `<style>${styleWith(brandStyle)}</style></head>`)
    .replace('</body>', () => `<script type="module">${script}</script></body>`);
}
