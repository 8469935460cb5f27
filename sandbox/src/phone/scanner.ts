import type { ScanApp, Person } from '../people.ts';

export type AppAccounts = NonNullable<Person['appAccounts']>;

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
export type ScreenContent =
  /** The account's own page: it writes to nobody who does not follow it. */
  | { is: 'follow'; app: 'wechat' }
  | { is: 'message'; app: 'wechat'; text: string; link?: string }
  | { is: 'offer'; app: 'alipay'; offer: Offer; wantsNumber: boolean }
  | { is: 'consent'; app: 'dingtalk'; site: string }
  | { is: 'confirmed' | 'declined'; app: ScanApp }
  /** Nothing comes of it: the code has expired, was used, or is nobody's. */
  | { is: 'invalid'; app: ScanApp }
  /** Whoever should have answered did not. */
  | { is: 'noAnswer'; app: ScanApp };

/** Where the phone stands, and where pressing one of its two buttons leads. */
export interface Screen {
  shows: ScreenContent;
  press?(confirm: boolean): Promise<Screen>;
}

/** An app that can scan. */
export interface Scanner {
  app: ScanApp;
  /** What its code says; undefined for the code of another app. */
  read(content: string): string | undefined;
  open(code: string, chat: AppAccounts): Promise<Screen>;
}

/** The end of an address such as `https://host/sandbox/wechat/q/abc`; undefined for any other. */
export const endOfAddress = (content: string, folder: ScanApp) =>
  URL.canParse(content) ? new RegExp(`/${folder}/q/([\\w-]+)$`).exec(new URL(content).pathname)?.[1] : undefined;
