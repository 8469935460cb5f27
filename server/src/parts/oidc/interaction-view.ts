import { type Language, forEachLanguage } from '@foyer/contract/language';
import type { DocumentToSign, InteractionView, ProofReason } from '@foyer/contract/pages/interaction-view';
import { mask } from '@foyer/contract/rules/account-rules';
import { days } from '@foyer/contract/time';
import { clientNameIn } from '../../store/oidc/oidc-clients.ts';
import type { ClaimedDocument } from './document-claim.ts';
import { type AskedFor, type CurrentSession, type MissingProof, documentIn, missingProof } from './missing-proof.ts';
import { interactionIn, oidcPaths } from './paths.ts';
import type { FactorDependencies } from '../sign-in/second-factors.ts';
import { ownParameters } from './request-parameters.ts';

/** What the library stores of an interaction, as far as it is read here. */
interface Stored {
  jti: string;
  params: Record<string, unknown>;
  prompt: { reasons: string[] };
}

/** The request of an application, and which one it is. */
interface Asked extends AskedFor {
  client: string;
  uid: string;
}

/** A page of ours is opened: where it goes after sign-in, and by which browser. */
interface OpenedPage {
  /** On the redirect allowlist. */
  redirectUrl: string | null | undefined;
  browserId: string | undefined;
}

/**
 * What pages show of the interaction that stands in their redirect URL. Only the browser that sent the request of the
 * application sees it: in any other browser the URL may come from an attacker.
 */
export function createInteractionViews(services: FactorDependencies) {
  const { config, clock, stores } = services;
  async function find({ redirectUrl, browserId }: OpenedPage): Promise<Asked | undefined> {
    const uid = interactionIn(redirectUrl, config);
    if (uid === undefined || browserId === undefined) return undefined;
    const row = await stores.oidcRecords.find('Interaction', uid);
    if (!row) return undefined;
    const { params, prompt } = row.payload as Partial<Stored>;
    if (!params || !prompt) return undefined;
    if (params[ownParameters.browser] !== browserId) return undefined;
    const client = String(params['client_id']);
    return { params, reasons: prompt.reasons, askedAt: row.createdAt.getTime(), client, uid };
  }

  async function nameOf({ client: id }: Asked): Promise<(language: Language) => string> {
    const client = await stores.oidcClients.find(id);
    return (language) => (client ? clientNameIn(language, client) : id);
  }

  return {
    /** Undefined for a request of which the page shows nothing but the form. */
    async view(page: OpenedPage, findSession: () => Promise<CurrentSession | undefined>) {
      const asked = await find(page);
      if (!asked) return undefined;
      const current = await findSession();
      const missing = await missingProof(services, current, asked);
      const document = documentIn(asked.params);
      const reason = reasonOf(missing, current);
      if (!document && !reason) return undefined;
      const account =
        document?.signer?.value ?? (reason && current && (current.account.mobile ?? current.account.email));
      return {
        application: forEachLanguage(await nameOf(asked)),
        ...(document && { document: shown(document, clock.now()) }),
        ...(reason && { reason }),
        params: { ...(account && { account }), ...(reason?.is === 'otherFactor' && { tab: 'user' }) },
        cancelUrl: oidcPaths.cancel(asked.uid),
      } satisfies InteractionView;
    },

    /** The name of the application that the person signs in to. */
    async application(page: OpenedPage, language: Language): Promise<string | undefined> {
      const asked = await find(page);
      return asked && (await nameOf(asked))(language);
    },

    async document(page: OpenedPage): Promise<DocumentToSign | undefined> {
      const document = documentIn((await find(page))?.params ?? {});
      return document && shown(document, clock.now());
    },
  };
}

function reasonOf(missing: MissingProof | undefined, current: CurrentSession | undefined): ProofReason | undefined {
  if (!current) return undefined;
  const { mobile, email } = current.account;
  switch (missing) {
    case 'signer':
      return { is: 'otherSigner', current: mask(mobile ?? email ?? '') };
    case 'recentSignIn':
      return { is: 'signInTooOld' };
    case 'secondFactor':
    case 'otherFactor':
      return { is: missing };
    case 'signIn':
    case 'impossible':
    case undefined:
      return undefined;
  }
}

/** The zone of the product's people; the page is rendered before it could know the browser's. */
const timeZone = 'Asia/Shanghai';

function shown({ title, sender, expiresAt }: ClaimedDocument, now: number): DocumentToSign {
  if (expiresAt === undefined) return { title, sender };
  // The hour matters when the day is near.
  const isSoon = expiresAt - now < days(2);
  const due = forEachLanguage((language) => {
    const format: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeZone, ...(isSoon && { timeStyle: 'short' }) };
    return `${new Intl.DateTimeFormat(language, format).format(expiresAt)}${isSoon ? ' (UTC+8)' : ''}`;
  });
  return { title, sender, due };
}
