import { randomBytes } from 'node:crypto';
import { minutes } from '../../clock/clock.ts';

/** What a sign-in page was opened with. */
export interface LoginRequest {
  redirectUri: string;
  state: string;
}

/** How a page ends: in a frame it posts the message to its parent window, outside it goes to the URL. */
export interface LoginEnd {
  redirectUrl: string;
  message: object;
}

/** One sign-in page with its QR code. */
interface Login<Person> extends LoginRequest {
  expiresAt: number;
  progress: { at: 'waiting' | 'declined' } | { at: 'scanned'; person: Person } | { at: 'confirmed'; code: string };
}

export type LoginStatus =
  | { is: 'waiting' | 'scanned' | 'invalid' }
  | ({ is: 'declined' | 'confirmed' } & Partial<LoginEnd>);

interface Options<Person> {
  now(): number;
  qrUrlOf(qrId: string): string;
  /** A code for a person who has confirmed. */
  issue(person: Person): string;
  endOf(request: LoginRequest, code: string | undefined): LoginEnd | undefined;
}

const qrLifetime = minutes(5);
const randomId = () => randomBytes(18).toString('base64url');

/** The sign-in pages of an app that shows its QR code itself, and the scans of them. */
export function createFramedLogins<Person>({ now, qrUrlOf, issue, endOf }: Options<Person>) {
  /** The page polls with an id that is not in the QR code, so that a scan cannot read the result. */
  const byPollId = new Map<string, Login<Person>>();
  const byQrId = new Map<string, Login<Person>>();

  function scannedLogin(qr: string) {
    const login = byQrId.get(qr.split('/').at(-1) ?? '');
    return login && now() < login.expiresAt ? login : undefined;
  }

  return {
    start(request: LoginRequest) {
      const [pollId, qrId] = [randomId(), randomId()];
      const login: Login<Person> = { ...request, expiresAt: now() + qrLifetime, progress: { at: 'waiting' } };
      for (const logins of [byPollId, byQrId])
        for (const [id, { expiresAt }] of logins) if (expiresAt <= now()) logins.delete(id);
      byPollId.set(pollId, login);
      byQrId.set(qrId, login);
      return { is: 'started', pollId, qrUrl: qrUrlOf(qrId) } as const;
    },

    status(pollId: string): LoginStatus {
      const login = byPollId.get(pollId);
      if (!login || login.expiresAt <= now()) return { is: 'invalid' };
      const { progress } = login;
      if (progress.at === 'waiting' || progress.at === 'scanned') return { is: progress.at };
      return { is: progress.at, ...endOf(login, progress.at === 'confirmed' ? progress.code : undefined) };
    },

    /** Scans a QR code, given by its URL or the last segment of it. Only the first scan counts. */
    scan(qr: string, person: Person): { is: 'consent'; site: string } | { is: 'invalid' } {
      const login = scannedLogin(qr);
      if (login?.progress.at !== 'waiting') return { is: 'invalid' };
      login.progress = { at: 'scanned', person };
      return { is: 'consent', site: new URL(login.redirectUri).host };
    },

    answer(qr: string, confirm: boolean): { is: 'done' | 'invalid' } {
      const login = scannedLogin(qr);
      if (login?.progress.at !== 'scanned') return { is: 'invalid' };
      const { person } = login.progress;
      login.progress = confirm ? { at: 'confirmed', code: issue(person) } : { at: 'declined' };
      return { is: 'done' };
    },
  };
}
export type FramedLogins<Person> = ReturnType<typeof createFramedLogins<Person>>;
