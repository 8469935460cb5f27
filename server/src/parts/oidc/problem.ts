import type { IncomingMessage } from 'node:http';
import type { KoaContextWithOIDC } from 'oidc-provider';

/** Why a request is not answered at the application: it does not say safely at which. */
export interface OidcProblem {
  status: number;
  error: string;
  description?: string | undefined;
}

const problems = new WeakMap<IncomingMessage, OidcProblem>();

/** Leaves the response to our route, which has the pages. */
export function reportProblem(ctx: KoaContextWithOIDC, problem: Omit<OidcProblem, 'status'>) {
  problems.set(ctx.req, { status: ctx.status, ...problem });
  ctx.respond = false;
}

export const problemOf = (request: IncomingMessage) => problems.get(request);
