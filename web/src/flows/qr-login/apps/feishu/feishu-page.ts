import { readUrl } from '@foyer/contract/rules/read-url';
import type { FramedPage } from '../frame-message.ts';

export const feishuPage: FramedPage = {
  width: 'wide',
  /** The page posts a temporary code, with which we go on to the URL in `goto`. Both are of the page that we requested. */
  read({ origin, data }, pageUrl) {
    const page = new URL(pageUrl);
    const goto = readUrl(page.searchParams.get('goto') ?? '');
    if (origin !== page.origin || goto?.origin !== page.origin) return undefined;
    const code = typeof data === 'object' && data !== null && 'tmp_code' in data ? data.tmp_code : undefined;
    if (typeof code !== 'string' || code === '') return undefined;
    goto.searchParams.set('tmp_code', code);
    return { is: 'confirmed', url: goto.href };
  },
};
