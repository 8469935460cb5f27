import { randomBytes } from 'node:crypto';
import { minutes } from '../clock/clock.ts';
import { createFault } from '../fault/fault.ts';
import { dingtalkAccount, type DingtalkPerson } from './dingtalk-account.ts';
import { createDingtalkCodes } from './dingtalk-codes.ts';

/** One showing of the sign-in page. */
interface Showing {
  redirectUri: string;
  state: string;
  until: number;
  stands: { at: 'waiting' | 'declined' } | { at: 'opened'; person: DingtalkPerson } | { at: 'confirmed'; code: string };
}

export type LoginStatus =
  | { is: 'waiting' | 'opened' | 'invalid' }
  | { is: 'declined' | 'confirmed'; redirectUrl: string };

const qrLivesFor = minutes(5);
const random = () => randomBytes(18).toString('base64url');

/** DingTalk: its sign-in page, its servers, and the app in everyone's hand. */
export function createDingtalk({ now, publicUrl, apiBase }: { now(): number; publicUrl: string; apiBase: string }) {
  /** The one that was registered in the console. */
  const registered = `${publicUrl}${apiBase}/thirdparty/dingding/callback`;
  const codes = createDingtalkCodes(now);
  /** What the page asks by is not what the QR says. */
  const byPage = new Map<string, Showing>();
  const byQr = new Map<string, Showing>();

  function current(told: string) {
    const showing = byQr.get(told.split('/').at(-1) ?? '');
    return showing && now() < showing.until ? showing : undefined;
  }

  return {
    codes,
    fault: createFault(),

    /** What the sign-in page was asked for; `why` is the page's own word for what is wrong with it. */
    startLogin(asked: URLSearchParams): { is: 'begun'; page: string; url: string } | { is: 'refused'; why: string } {
      const redirectUri = asked.get('redirect_uri') ?? '';
      if (asked.get('client_id') !== dingtalkAccount.clientId) return { is: 'refused', why: 'client_id' };
      if (redirectUri !== registered) return { is: 'refused', why: 'redirect_uri' };
      if (asked.get('response_type') !== 'code') return { is: 'refused', why: 'response_type' };
      if (!asked.get('scope')?.split(' ').includes('openid')) return { is: 'refused', why: 'scope' };
      const [page, qr] = [random(), random()];
      const state = asked.get('state') ?? '';
      const showing: Showing = { redirectUri, state, until: now() + qrLivesFor, stands: { at: 'waiting' } };
      for (const showings of [byPage, byQr])
        for (const [id, { until }] of showings) if (until <= now()) showings.delete(id);
      byPage.set(page, showing);
      byQr.set(qr, showing);
      return { is: 'begun', page, url: `${publicUrl}/sandbox/dingtalk/q/${qr}` };
    },

    /** How far it got, for the page that shows it. */
    status(page: string): LoginStatus {
      const showing = byPage.get(page);
      if (!showing || showing.until <= now()) return { is: 'invalid' };
      const { stands, state } = showing;
      if (stands.at === 'waiting' || stands.at === 'opened') return { is: stands.at };
      const told = stands.at === 'confirmed' ? { authCode: stands.code, state } : { error: 'access_denied', state };
      return { is: stands.at, redirectUrl: `${showing.redirectUri}?${new URLSearchParams(told).toString()}` };
    },

    /** The person scans it, by its address or the end of it, and is asked on the phone; one person is asked, once. */
    scan(told: string, person: DingtalkPerson): { is: 'asked'; site: string } | { is: 'invalid' } {
      const showing = current(told);
      if (showing?.stands.at !== 'waiting') return { is: 'invalid' };
      showing.stands = { at: 'opened', person };
      return { is: 'asked', site: new URL(showing.redirectUri).host };
    },

    answer(told: string, confirm: boolean): { is: 'done' | 'invalid' } {
      const showing = current(told);
      if (showing?.stands.at !== 'opened') return { is: 'invalid' };
      const { person } = showing.stands;
      showing.stands = confirm ? { at: 'confirmed', code: codes.issue(person) } : { at: 'declined' };
      return { is: 'done' };
    },
  };
}

export type Dingtalk = ReturnType<typeof createDingtalk>;
