import type { ChatApp, Person } from '../people.ts';

export type Chat = NonNullable<Person['chat']>;

/** What the service wants someone to know before they let a browser in. */
export interface Offer {
  site: string;
  device: string;
  address: string;
  /** In milliseconds. */
  at: number;
  elsewhere: boolean;
}

/** What is on the phone. */
export type Shows =
  /** The account's own page: it writes to nobody who does not follow it. */
  | { is: 'follow'; app: 'wechat' }
  | { is: 'message'; app: 'wechat'; text: string; link?: string }
  | { is: 'offer'; app: 'alipay'; offer: Offer; wantsNumber: boolean }
  | { is: 'consent'; app: 'dingtalk'; site: string }
  | { is: 'confirmed' | 'declined'; app: ChatApp }
  /** Nothing comes of it: the code has expired, was used, or is nobody's. */
  | { is: 'over'; app: ChatApp }
  /** Whoever should have answered did not. */
  | { is: 'noAnswer'; app: ChatApp };

/** Where the phone stands, and where pressing one of its two buttons leads. */
export interface Screen {
  shows: Shows;
  press?(confirm: boolean): Promise<Screen>;
}

/** An app that can scan. */
export interface ScanningApp {
  app: ChatApp;
  /** What its code says; undefined for the code of another app. */
  read(content: string): string | undefined;
  open(code: string, chat: Chat): Promise<Screen>;
}

/** The end of an address such as `https://host/sandbox/wechat/q/abc`; undefined for any other. */
export const endOfAddress = (content: string, folder: ChatApp) =>
  URL.canParse(content) ? new RegExp(`/${folder}/q/([\\w-]+)$`).exec(new URL(content).pathname)?.[1] : undefined;
