import { getCurrentAccount } from '@foyer/contract/flows/session';
import { navigate, resolveRedirect } from '../platform/navigation/navigate.ts';
import { onSignInElsewhere } from '../platform/storage/other-tabs.ts';
import type { PageContext } from '../platform/page-context.ts';

/** When another tab has signed in since `before` and the service confirms the session, this tab redirects as well. */
export const followOtherTabs = (page: PageContext, before: string | undefined) =>
  onSignInElsewhere(before, () => {
    void page.api(getCurrentAccount, {}).then((reply) => {
      if (reply.is === 'done') navigate(resolveRedirect(page, undefined), page.variant.page);
    });
  });
