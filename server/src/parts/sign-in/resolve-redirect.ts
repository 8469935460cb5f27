import { firstAllowedRedirect } from '@foyer/contract/rules/redirect-rules';
import type { Config } from '../../config/config.ts';
import type { RequestContext } from '../../http/requests/request-context.ts';

/** Where the browser goes after sign-in: the first requested URL on the redirect allowlist, otherwise the workspace. */
export const resolveRedirect = (
  { redirectAllowlist, page }: Config,
  { device }: RequestContext,
  ...requested: (string | null | undefined)[]
): string => firstAllowedRedirect(requested, redirectAllowlist, device === 'pc' ? page.home : page.homeOnPhones);
