import { randomBytes } from 'node:crypto';
import type { Language } from '../pages/language.ts';
import type { Problem } from './demo-client-texts.ts';

/** What Contracts knows of a person: the claims of the ID token and of userinfo. */
export interface SignedInPerson {
  sub: string;
  /** Names the session at the provider; the provider's logout call repeats it. */
  sid: string | undefined;
  name: string | undefined;
  /** The name by language, if the person has one in several. */
  names: Readonly<Record<Language, string | undefined>>;
  email: string | undefined;
  phoneNumber: string | undefined;
  acr: string | undefined;
  amr: readonly string[];
  idToken: string;
}

/** An authorization request that has not been answered yet. */
export interface PendingRequest {
  for: 'signIn' | 'signature';
  document: string;
  verifier: string;
  nonce: string;
}

interface DemoClientSession {
  person?: SignedInPerson;
  /** By `state`, so that requests in several browser tabs do not mix. */
  pending: Map<string, PendingRequest>;
  /** Shown once, on the next page. */
  problem?: Problem;
}

export interface Signature {
  at: number;
  /** As they were known when they signed. */
  person: SignedInPerson;
}

export type DemoClientSessions = ReturnType<typeof createDemoClientSessions>;

/** The sessions and signatures of Contracts, in memory: an application has its own, beside that of the provider. */
export function createDemoClientSessions() {
  const sessions = new Map<string, DemoClientSession>();
  const signatures = new Map<string, Signature>();
  const keyOf = (document: string, { sub }: SignedInPerson) => `${document} ${sub}`;

  return {
    find: (id: string | undefined) => (id === undefined ? undefined : sessions.get(id)),
    /** Returns the id of the new session and the session. */
    open(session: DemoClientSession = { pending: new Map() }) {
      const id = randomBytes(32).toString('base64url');
      sessions.set(id, session);
      return { id, session };
    },
    end: (id: string) => sessions.delete(id),
    /** Ends every session that began with this session of the provider. */
    endBySid(sid: string) {
      for (const [id, { person }] of sessions) if (person?.sid === sid) sessions.delete(id);
    },
    sign: (document: string, { person, at }: Signature) => signatures.set(keyOf(document, person), { person, at }),
    signatureOf: (document: string, person: SignedInPerson | undefined) =>
      person && signatures.get(keyOf(document, person)),
    clear() {
      sessions.clear();
      signatures.clear();
    },
  };
}
