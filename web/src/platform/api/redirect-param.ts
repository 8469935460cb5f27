import type { PageParams } from '@foyer/contract/pages/page-params';

/** The field of a request that tells the service where the page was asked to redirect to; the service checks it. */
export const redirectParam = ({ redirects: [redirectUrl] }: Pick<PageParams, 'redirects'>): { redirectUrl?: string } =>
  redirectUrl ? { redirectUrl } : {};
