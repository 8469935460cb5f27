import type { PageContext } from '../../platform/page-context.ts';
import { seal } from '../icons/mark.tsx';
import './transition-names.css';
import css from './press-seal.module.css';

const tick = 'M9 16.5 14 21.5 23.5 11';

/**
 * The button whose call has signed the person in turns into the seal of the product, which is pressed once; into a tick
 * without motion, or where a brand has a logo of its own. Resolves when it is pressed. A part of the page that draws the
 * seal itself, such as the frame of the QR code, is waited for.
 */
export async function pressSeal({ config }: Pick<PageContext, 'config'>) {
  const drawn = document.querySelector('[data-seal]');
  const places = drawn ? [drawn] : sealIn([...document.querySelectorAll(busyButton)].pop());
  const pressed = places.flatMap((place) => place.getAnimations()).map(({ finished }) => finished);
  await Promise.allSettled(pressed);

  function sealIn(button: Element | undefined): Element[] {
    if (!button) return [];
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const mark = document.createElement('span');
    mark.className = css.mark!;
    mark.setAttribute('aria-hidden', 'true');
    const print = drawing(isStill || config.look?.logo ? tick : seal);
    mark.append(print);
    button.classList.add(isStill ? css.done! : css.pressed!);
    if (!config.look?.logo) button.classList.add(css.seal!);
    button.append(mark);
    // Not what is inside the button: its spinner never ends.
    return [button, print];
  }
}

const busyButton = 'button[aria-busy=true]';

function drawing(d: string) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 32 32');
  const path = document.createElementNS(svg.namespaceURI, 'path');
  path.setAttribute('d', d);
  svg.append(path);
  return svg;
}
