import { sha256 } from './sha256.ts';

let made: Promise<string> | undefined;

/**
 * A hash of browser attributes, made once a page: a hint for the service's limits, never a proof.
 * What the browser hides counts as empty.
 */
export const fingerprint = () => (made ??= sha256(attributes().join('\n')));

const attributes = () => [
  location.origin,
  seen(() => navigator.userAgent),
  seen(() => navigator.languages.join()),
  seen(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
  seen(() => `${screen.width}x${screen.height}x${screen.colorDepth}`),
  seen(() => `${devicePixelRatio}`),
  seen(() => `${navigator.hardwareConcurrency}`),
  seen(drawing),
];

function seen(look: () => string): string {
  try {
    return look();
  } catch {
    return '';
  }
}

/** The same strokes come out slightly different on different machines. */
function drawing(): string {
  const canvas = document.createElement('canvas');
  canvas.width = 120;
  canvas.height = 24;
  const pen = canvas.getContext('2d');
  if (!pen) return '';
  pen.font = '16px serif';
  pen.fillStyle = '#1f4fd8';
  pen.fillText('Foyer 章 \u{1f58b}', 2, 17);
  return canvas.toDataURL();
}
