// The declaration must reach every program that takes this file in.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="../pages/raw-text.d.ts" />
import { createHash } from 'node:crypto';
import type { Language } from '../outbox/outbox.ts';
import { html } from '../pages/html.ts';
import { chatTexts } from './chat-texts.ts';
import style from './chat-frame.css?raw';
import script from './chat-frame.js?raw';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * As far from the page around it as another origin: sandboxed without its own origin, it can neither read the page nor
 * send a cookie, whatever its script tries.
 */
export const chatPolicy = [
  'sandbox allow-scripts allow-forms',
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** What somebody else's chat would show in its frame. */
export function chatFrame(language: Language): string {
  const words = chatTexts(language);
  const page = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${words.title}</title>
        <style-here></style-here>
      </head>
      <body data-words="${JSON.stringify({ 'zh-CN': chatTexts('zh-CN'), 'en-US': chatTexts('en-US') })}">
        <h1 data-says="title">${words.title}</h1>
        <ol aria-live="polite" tabindex="0" aria-label="${words.title}">
          <li class="desk"><span data-says="desk">${words.desk}</span><bdi data-says="hello">${words.hello}</bdi></li>
        </ol>
        <p role="alert" data-says="away" hidden>${words.away}</p>
        <form>
          <input
            name="text"
            maxlength="500"
            autocomplete="off"
            aria-label="${words.placeholder}"
            placeholder="${words.placeholder}"
          />
          <button data-says="send">${words.send}</button>
        </form>
        <script-here></script-here>
      </body>
    </html>`.toString();
  // Put in last and as they are: the policy knows them by what they are.
  return page
    .replace('<style-here></style-here>', () => `<style>${style}</style>`)
    .replace('<script-here></script-here>', () => `<script type="module">${script}</script>`);
}
