import type { Language } from '@foyer/contract/language';
import type { InteractionView } from '@foyer/contract/pages/interaction-view';
import type { PageConfig } from '@foyer/contract/pages/page-config';
import type { RememberedAccount } from '@foyer/contract/pages/remembered-account';
import type { SignInNotice } from '@foyer/contract/pages/sign-in-notice';
import type { Device } from '@foyer/contract/rules/device-rules';
import type { Texts } from '../support/page/texts.ts';
import type { Answer } from '../scripted/answers.ts';

/** What a person does, by the visible or accessible name of a control, or a beginning of it that no other control has. */
export type Action =
  | { fill: string; with: string }
  | { press: string }
  /** Presses Enter in a field: the button of a form is disabled while a field is empty. */
  | { enter: string }
  /** Moves the clock, in milliseconds, and runs the timers that are due. */
  | { pass: number }
  /** Waits until the page shows this text. */
  | { see: string };

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const brands = ['yunzhang', 'qinghe'] as const;

/** How a state is shown. */
export interface Look {
  language: Language;
  theme: Theme;
  device: Device;
  brand: (typeof brands)[number];
}

/** One state of a page: where it is, what the service answers, and what the person has done. */
export interface GalleryState {
  /** Path and query of the page. */
  path: string;
  /** What differs from the usual answers. */
  answers?: Answer[];
  actions?(t: Texts): Action[];
  /** A text that only this state shows. */
  shows(t: Texts): string;
  /** The devices that have this state, the usual one first; by default a PC, then a phone. */
  devices?: readonly Device[];
  config?: Partial<PageConfig>;
  /** What the page shows of the request of an application. */
  view?: InteractionView;
  /** The accounts that the browser remembers. */
  remembered?: RememberedAccount[];
  /** What the sign-in page says about the session. */
  notice?: SignInNotice;
  cookies?: 'off';
  /** The requests that are answered 404: method and path. */
  missing?: RegExp;
  /** The part of the window that a picture shows: by default the dialog or else the card. */
  picture?: 'window' | 'form' | 'code' | 'none';
  /** The language and theme of the picture. */
  pictureLook?: 'en dark';
}

export type GalleryStates = Record<string, GalleryState>;

export const devicesOf = ({ devices = ['pc', 'mobileWeb'] }: GalleryState) => devices;
