import { randomBytes } from 'node:crypto';
import { minutes } from '../../clock/clock.ts';
import { createFault } from '../../fault/fault.ts';
import type { ServiceAccess } from '../../service-client.ts';
import { dingtalkAccount, type DingtalkPerson } from './dingtalk-account.ts';
import { createDingtalkCodes } from './dingtalk-codes.ts';

/** One sign-in page with its QR code. */
interface Login {
  redirectUri: string;
  state: string;
  expiresAt: number;
  progress:
    | { at: 'waiting' | 'declined' }
    | { at: 'scanned'; person: DingtalkPerson }
    | { at: 'confirmed'; code: string };
}

export type LoginStatus =
  | { is: 'waiting' | 'scanned' | 'invalid' }
  | { is: 'declined' | 'confirmed'; redirectUrl: string };

const qrLifetime = minutes(5);
const randomId = () => randomBytes(18).toString('base64url');

/** DingTalk: its sign-in page, its servers, and the app on every phone. */
export function createDingtalk({ now, publicUrl, apiBase }: Pick<ServiceAccess, 'now' | 'publicUrl' | 'apiBase'>) {
  const registeredRedirectUri = `${publicUrl}${apiBase}/thirdparty/dingding/callback`;
  const codes = createDingtalkCodes(now);
  /** The page polls with an id that is not in the QR code, so that a scan cannot read the result. */
  const byPollId = new Map<string, Login>();
  const byQrId = new Map<string, Login>();

  function scannedLogin(qr: string) {
    const login = byQrId.get(qr.split('/').at(-1) ?? '');
    return login && now() < login.expiresAt ? login : undefined;
  }

  return {
    codes,
    fault: createFault(),

    /** Opens the sign-in page. A refusal names the invalid query parameter. */
    startLogin(
      query: URLSearchParams,
    ): { is: 'started'; pollId: string; qrUrl: string } | { is: 'refused'; parameter: string } {
      const redirectUri = query.get('redirect_uri') ?? '';
      if (query.get('client_id') !== dingtalkAccount.clientId) return { is: 'refused', parameter: 'client_id' };
      if (redirectUri !== registeredRedirectUri) return { is: 'refused', parameter: 'redirect_uri' };
      if (query.get('response_type') !== 'code') return { is: 'refused', parameter: 'response_type' };
      if (!query.get('scope')?.split(' ').includes('openid')) return { is: 'refused', parameter: 'scope' };
      const [pollId, qrId] = [randomId(), randomId()];
      const state = query.get('state') ?? '';
      const login: Login = { redirectUri, state, expiresAt: now() + qrLifetime, progress: { at: 'waiting' } };
      for (const logins of [byPollId, byQrId])
        for (const [id, { expiresAt }] of logins) if (expiresAt <= now()) logins.delete(id);
      byPollId.set(pollId, login);
      byQrId.set(qrId, login);
      return { is: 'started', pollId, qrUrl: `${publicUrl}/sandbox/dingtalk/q/${qrId}` };
    },

    status(pollId: string): LoginStatus {
      const login = byPollId.get(pollId);
      if (!login || login.expiresAt <= now()) return { is: 'invalid' };
      const { progress, state } = login;
      if (progress.at === 'waiting' || progress.at === 'scanned') return { is: progress.at };
      const params =
        progress.at === 'confirmed' ? { authCode: progress.code, state } : { error: 'access_denied', state };
      return { is: progress.at, redirectUrl: `${login.redirectUri}?${new URLSearchParams(params).toString()}` };
    },

    /** Scans a QR code, given by its URL or the last segment of it. Only the first scan counts. */
    scan(qr: string, person: DingtalkPerson): { is: 'consent'; site: string } | { is: 'invalid' } {
      const login = scannedLogin(qr);
      if (login?.progress.at !== 'waiting') return { is: 'invalid' };
      login.progress = { at: 'scanned', person };
      return { is: 'consent', site: new URL(login.redirectUri).host };
    },

    answer(qr: string, confirm: boolean): { is: 'done' | 'invalid' } {
      const login = scannedLogin(qr);
      if (login?.progress.at !== 'scanned') return { is: 'invalid' };
      const { person } = login.progress;
      login.progress = confirm ? { at: 'confirmed', code: codes.issue(person) } : { at: 'declined' };
      return { is: 'done' };
    },
  };
}

export type Dingtalk = ReturnType<typeof createDingtalk>;
