import { sha256 } from './sha256.ts';

let cached: Promise<string> | undefined;

/**
 * A hash of browser attributes, computed once per page: a hint for the service's rate limits, never a proof. An
 * attribute that the browser hides counts as empty.
 */
export const fingerprint = () => (cached ??= sha256(attributes().join('\n')));

const attributes = () => [
  location.origin,
  readable(() => navigator.userAgent),
  readable(() => navigator.languages.join()),
  readable(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
  readable(() => `${screen.width}x${screen.height}x${screen.colorDepth}`),
  readable(() => `${devicePixelRatio}`),
  readable(() => `${navigator.hardwareConcurrency}`),
  readable(drawing),
];

function readable(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

/** The same drawing differs slightly between machines. */
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
