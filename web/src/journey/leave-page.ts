import { seconds } from '@foyer/contract/time';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { verifyRealName } from '../flows/real-name/real-name.service.ts';
import { finishSignIn, orCookieHint, resolveRedirect } from '../platform/navigation/navigate.ts';
import { pageUrl } from '../platform/navigation/page-url.ts';
import type { PageContext } from '../platform/page-context.ts';
import { remove } from '../platform/storage/persisted.ts';
import { notifyOtherTabs } from '../platform/storage/other-tabs.ts';
import type { Exit } from './journey.ts';

const loadSeal = () => import('../ui/seal/press-seal.ts');
// While the person types, so that it is there when they are signed in. If it does not load, the next page follows without it.
globalThis.addEventListener?.('input', () => void loadSeal().catch(() => {}), { once: true });

/** The person is signed in: leaves for the next page once the seal is pressed. */
export async function leavePage(page: PageContext, exit: Exit) {
  endJourney();
  const pressed = loadSeal().then(
    ({ pressSeal }) => pressSeal(page),
    () => {},
  );
  // A slow network or a hidden tab, which ends no animation, does not keep anyone waiting.
  await Promise.race([pressed, new Promise((resolve) => setTimeout(resolve, seconds(1)))]);
  switch (exit.at) {
    case 'redirect':
      return finishSignIn(page, resolveRedirect(page, exit.url));
    case 'registered':
      return finishSignIn(page, pageUrl(pageRoutes.registered));
    case 'setUpFactor':
      return finishSignIn(page, orCookieHint(`${location.origin}${pageRoutes.account}#second-factor`));
    case 'realName':
      return verifyRealName(page, exit);
  }
}

/** Removes everything that was persisted for the sign-in, and notifies the other tabs of this browser. */
function endJourney() {
  remove(
    'account',
    'mobile',
    'principal',
    'step',
    'sent',
    'redirectUrl',
    'provider',
    'sso',
    'register',
    'findAccount',
    'verifiedAccount',
  );
  notifyOtherTabs();
}
