import { getCurrentAccount } from '@foyer/contract/flows/session';
import { navigate, resolveRedirect } from '../platform/navigation/navigate.ts';
import { onSignInElsewhere } from '../platform/storage/other-tabs.ts';
import type { PageContext } from '../platform/page-context.ts';

/** Where another tab has signed in, this one goes on to where it was to go. The service has the last word on it. */
export const followOtherTabs = (visit: PageContext) =>
  onSignInElsewhere(() => {
    void visit.api(getCurrentAccount, {}).then((reply) => {
      if (reply.is === 'done') navigate(resolveRedirect(visit, undefined), visit.variant.page);
    });
  });
