import type { Language } from '../language.ts';

/** The texts of the sandbox's drawer; loaded with the drawer. */
export interface SandboxTexts {
  open: string;
  title: string;
  notProduction: string;
  close: string;
  reset: string;
  resetDone: string;
  signInAs: string;
  passwordChanged: string;
  scanAs(name: string): string;
  noQrCode: string;
  phoneOf(name: string): string;
  confirm: string;
  decline: string;
  putAway: string;
  scanning: string;
  ask: string;
  consent(site: string, app: string): string;
  again: string;
  answers: Record<'confirmed' | 'declined' | 'invalid' | 'noResponse', string>;
  passkeys: string;
  keptBy: Record<'browser' | 'none' | 'sandbox', string>;
  useAuthenticator: string;
  leaveAuthenticator: string;
  inbox: string;
  noMessages: string;
  channels: Record<'sms' | 'mail', string>;
  fillIn: string;
  totpOf(name: string, code: string): string;
  noCodeField: string;
  openMail: string;
  newTab: string;
  panel: string;
  unavailable: string;
}

export const loadSandboxTexts = async (language: Language): Promise<SandboxTexts> =>
  (await import(`./${language}/sandbox.ts`)).sandbox;
