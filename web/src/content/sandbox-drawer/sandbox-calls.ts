import type { ScanApp } from '@foyer/contract/pages/page-config';
import type { ScanOffer } from '@foyer/contract/flows/scan-confirm';

interface LocalizedText {
  zh: string;
  en: string;
}

export interface SandboxPerson {
  id: string;
  name: LocalizedText;
  /** What distinguishes the person from an ordinary one; empty for an ordinary one. */
  mark: LocalizedText;
  how: LocalizedText;
  mobile?: string;
  email?: string;
  password?: string;
  passwordChanged?: boolean;
  /** What the person's authenticator app shows, and for how many milliseconds more. */
  totp?: { code: string; left: number };
  /** Only a person with apps can scan. */
  appAccounts?: unknown;
}

export interface SandboxMessage {
  id: string;
  channel: 'sms' | 'mail';
  to: string;
  at: string;
  text: string;
  subject?: string;
  code?: string;
}

/** How a scan ends. */
export type Answered = 'confirmed' | 'declined' | 'invalid' | 'noResponse';
/** What a phone shows after a scan. */
export interface PhoneScreen {
  scan: string;
  screen: { app: ScanApp } & (
    | { is: 'follow' }
    | { is: 'message'; link?: string }
    | { is: 'offer'; offer: ScanOffer }
    | { is: 'consent'; site: string }
    | { is: Answered }
  );
}

/** The calls of the sandbox. They reject when it does not respond. */
export const sandboxCalls = (base: string) => ({
  people: async () => ((await get(`${base}/people`)) as { people: SandboxPerson[] }).people,
  messages: async () => ((await get(`${base}/outbox`)) as { messages: SandboxMessage[] }).messages,
  /** Calls back for every new message, and after each connection. */
  watch(onChange: () => void) {
    const events = new EventSource(`${base}/live`);
    events.onopen = onChange;
    events.onmessage = onChange;
    return () => events.close();
  },
  scan: async (content: string, person: string) =>
    (await post(`${base}/phone/scan`, { content, person })) as PhoneScreen,
  answer: async (scan: string, confirm: boolean) =>
    (await post(`${base}/phone/answer`, { scan, confirm })) as PhoneScreen,
  reset: () => post(`${base}/reset`, {}),
});

const get = async (url: string) => read(await fetch(url, { cache: 'no-store' }));
const post = async (url: string, body: unknown) =>
  read(
    await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  );

async function read(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return response.json();
}
