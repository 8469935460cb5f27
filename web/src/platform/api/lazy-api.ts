import type { Api } from '@foyer/contract/api-client';
import type { PageVariant } from '@foyer/contract/pages/page-config';

/** Looking and typing need no call: what makes calls comes with the first one, and what does not come does not answer. */
export function createLazyApi(base: string, variant: PageVariant): Api {
  let api: Promise<Api> | undefined;
  return async (call, ask, options) => {
    api ??= import('./page-api.ts').then(({ createPageApi }) => createPageApi(base, variant));
    try {
      return await (
        await api
      )(call, ask, options);
    } catch {
      api = undefined;
      return { is: 'noAnswer' };
    }
  };
}
