import { randomBytes } from 'node:crypto';
import type { Language } from '../pages/language.ts';
import type { Problem } from './demo-client-texts.ts';

/** What Signleaf knows of a person: the claims of the ID token and of userinfo. */
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

/** The name in the language of the page, else as the provider says it. */
export const nameIn = ({ name, names, email, phoneNumber }: SignedInPerson, language: Language): string =>
  names[language] ?? name ?? email ?? phoneNumber ?? '';

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
  signedOut?: true;
  /** The document that was signed just now. */
  signed?: string;
  /** What had been signed here before the sign-out, by document: it stays signed for this browser. */
  kept?: ReadonlyMap<string, Signature>;
}

export interface Signature {
  document: string;
  at: number;
  /** As they were known when they signed. */
  person: SignedInPerson;
}

export type DemoClientSessions = ReturnType<typeof createDemoClientSessions>;

/** The sessions and signatures of Signleaf, in memory: an application has its own, beside that of the provider. */
export function createDemoClientSessions() {
  const sessions = new Map<string, DemoClientSession>();
  const signatures = new Map<string, Signature>();
  const keyOf = (document: string, { sub }: SignedInPerson) => `${document} ${sub}`;

  /** The session without its person, with what they have signed. */
  function afterSignOut({ person, kept }: DemoClientSession): DemoClientSession {
    const own = [...signatures.values()].filter((signature) => signature.person.sub === person?.sub);
    return {
      pending: new Map(),
      kept: new Map([...(kept ?? []), ...own.map((signature) => [signature.document, signature] as const)]),
    };
  }

  return {
    find: (id: string | undefined) => (id === undefined ? undefined : sessions.get(id)),
    /** Returns the id of the new session and the session. */
    open(session: DemoClientSession = { pending: new Map() }) {
      const id = randomBytes(32).toString('base64url');
      sessions.set(id, session);
      return { id, session };
    },
    end: (id: string) => sessions.delete(id),
    afterSignOut,
    /** Signs out of every session that began with this session of the provider. */
    endBySid(sid: string) {
      for (const [id, session] of sessions) if (session.person?.sid === sid) sessions.set(id, afterSignOut(session));
    },
    sign: (signature: Signature) => signatures.set(keyOf(signature.document, signature.person), signature),
    /** The signature of the person who is signed in; without one, that of the person who was. */
    signatureOf: (document: string, { person, kept }: Partial<DemoClientSession> = {}) =>
      person ? signatures.get(keyOf(document, person)) : kept?.get(document),
    clear() {
      sessions.clear();
      signatures.clear();
    },
  };
}
