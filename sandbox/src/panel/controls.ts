import { html } from '../pages/html.ts';
import type { PageView } from '../pages/page-view.ts';

/** Shown by the script: without it there is nothing to press. */
export const copyButton = (value: string, what: string, { texts }: PageView) =>
  html`<button type="button" class="copy" hidden data-copy="${value}" aria-label="${texts.copyWhat(what)}">
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
      <path d="M10.5 5.5V4A1.5 1.5 0 0 0 9 2.5H4A1.5 1.5 0 0 0 2.5 4v5A1.5 1.5 0 0 0 4 10.5h1.5" />
    </svg>
    <span aria-hidden="true">${texts.copy}</span>
  </button>`;
