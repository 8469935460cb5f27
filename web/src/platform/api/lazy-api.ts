import type { Api } from '@foyer/contract/api-client';
import type { PageVariant } from '@foyer/contract/pages/page-config';
import type { ApiBases } from './page-api.ts';

/** Loads the code that makes calls with the first call. If it fails to load, the result is `noResponse`. */
export function createLazyApi(bases: ApiBases, variant: PageVariant): Api {
  let api: Promise<Api> | undefined;
  return async (call, request, options) => {
    api ??= import('./page-api.ts').then(({ createPageApi }) => createPageApi(bases, variant));
    try {
      return await (
        await api
      )(call, request, options);
    } catch {
      api = undefined;
      return { is: 'noResponse' };
    }
  };
}
