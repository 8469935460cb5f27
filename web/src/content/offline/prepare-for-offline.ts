import type { Language } from '@foyer/contract/language';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { loadLaterTexts } from '@foyer/contract/texts/page-texts';
import { onWaiting } from '../../platform/api/wait-for-network.ts';
import { showOffline } from './offline-box.ts';

/** Loads what is shown without a network, in the current language. */
export const prepareForOffline = (language: Language) => Promise.all([loadText(language), cacheOfflinePage(language)]);

async function loadText(language: Language) {
  const { 'common.offline': text = '' } = await loadLaterTexts(language);
  onWaiting(() => showOffline(text));
}

/** Registers the service worker and caches the offline page. */
async function cacheOfflinePage(language: Language) {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/offline-worker.js', { scope: '/login/' });
  const cached = await caches.match(pageRoutes.offline);
  if (cached?.headers.get('Content-Language') === language) return;
  const cache = await caches.open('offline');
  await cache.add(pageRoutes.offline);
}
