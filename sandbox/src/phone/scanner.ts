import type { Person, ScanApp } from '../people.ts';
import type { ServiceClient } from '../service-client.ts';

export type AppAccounts = NonNullable<Person['appAccounts']>;

/** What the service shows a person before they confirm a sign-in on another device. */
export interface SignInOffer {
  site: string;
  device: string;
  address: string;
  /** In milliseconds. */
  at: number;
  /** True when the other device is in another country. */
  elsewhere: boolean;
  /** What the person signs in to sign, if they do. */
  document?: { title: string; sender: string };
}

export type ScreenContent =
  /** The official account's profile: it can send messages to its followers only. */
  | { is: 'follow'; app: 'wechat' }
  | { is: 'message'; app: 'wechat'; text: string; link?: string }
  | { is: 'offer'; app: 'alipay'; offer: SignInOffer; wantsNumber: boolean }
  | { is: 'consent'; app: ScanApp; site: string }
  | { is: 'confirmed' | 'declined'; app: ScanApp }
  /** The QR code has expired, was used, or never existed. */
  | { is: 'invalid'; app: ScanApp }
  /** The service or the app's server did not answer. */
  | { is: 'noResponse'; app: ScanApp };

/** The phone's screen; `press` confirms or declines and returns the next screen. */
export interface Screen {
  content: ScreenContent;
  press?(confirm: boolean): Promise<Screen>;
}

/** An app on the phone that scans its own QR codes. */
export interface Scanner {
  app: ScanApp;
  /** The code in the scanned text. Undefined for the QR code of another app. */
  read(text: string): string | undefined;
  open(code: string, accounts: AppAccounts): Promise<Screen>;
}

/** The last segment of a URL such as `https://host/sandbox/wechat/q/abc`. Undefined for any other text. */
export const codeInUrl = (text: string, app: ScanApp) =>
  URL.canParse(text) ? new RegExp(`/${app}/q/([\\w-]+)$`).exec(new URL(text).pathname)?.[1] : undefined;

/** Sends the person's decision to the service and returns the resulting screen. */
export async function answerScan(
  callApi: ServiceClient,
  app: ScanApp,
  answer: { ticket: string; confirmed: boolean; phone?: string },
): Promise<Screen> {
  const { is } = await callApi('/thirdparty/scan/answer', answer);
  return { content: { is: is === 'done' ? (answer.confirmed ? 'confirmed' : 'declined') : is, app } };
}
