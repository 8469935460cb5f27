import { firstAllowedRedirect } from '@foyer/contract/rules/redirect-rules';
import type { Config } from '../../config/config.ts';
import type { RequestContext } from '../../http/request-context.ts';

/** Where a person goes once signed in: the first of the wishes that the gate lets pass, else home. */
export function resolveRedirect(
  { redirectAllowlist, page }: Config,
  { device }: RequestContext,
  wishes: readonly (string | undefined)[],
): string {
  return firstAllowedRedirect(wishes, redirectAllowlist, device === 'pc' ? page.home : page.homeOnPhones);
}
