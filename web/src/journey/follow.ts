import { askWhoIAm } from '@foyer/contract/flows/session';
import { leave, wayOut } from '../platform/navigation/navigate.ts';
import { whenAnotherSignsIn } from '../platform/storage/other-tabs.ts';
import type { Visit } from '../platform/page-context.ts';

/** Where another tab has signed in, this one goes on to where it was to go. The service has the last word on it. */
export const followOtherTabs = (visit: Visit) =>
  whenAnotherSignsIn(() => {
    void visit.api(askWhoIAm, {}).then((reply) => {
      if (reply.is === 'done') leave(wayOut(visit, undefined), visit.variant.page);
    });
  });
