import { qrPath } from '../../ui/qr/qr-path.ts';
import { earlyQrId } from './early-qr-id.ts';
import { isImageUrl } from './image-url.ts';

/**
 * Draws the QR code that the first script of the document has asked for, before the page is there. Where the
 * document shows another app than the one that was asked for, the page draws it, because the title changes with it.
 */
async function draw() {
  const shown = window.early?.shown;
  const response = await shown?.response;
  await parsed();
  const element = document.getElementById(earlyQrId);
  if (!response || !element || element.dataset['app'] !== shown?.app) return;
  const { code, data } = (await response.clone().json()) as Answer;
  if (Number(code) !== 0 || !data?.url || (data.kind ? data.kind !== 'content' : isImageUrl(data.url))) return;
  const { size, path } = qrPath(data.url, true);
  const svg = `<svg role="img" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="currentColor" d="${path}"/></svg>`;
  element.innerHTML = svg;
  const label = element.closest('section')?.querySelector('h2')?.textContent ?? '';
  element.firstElementChild?.setAttribute('aria-label', label);
}

/** What it reads of an answer. The page checks the whole of it. */
interface Answer {
  code?: number | string;
  data?: { url?: string; kind?: string } | null;
}

/** `DOMContentLoaded` would wait for the scripts of the page. */
const parsed = () =>
  new Promise<void>((resolve) => {
    if (document.readyState !== 'loading') return resolve();
    document.addEventListener('readystatechange', () => resolve(), { once: true });
  });

// What cannot be drawn here is drawn by the page, which also says when it cannot.
draw().catch(() => {});
