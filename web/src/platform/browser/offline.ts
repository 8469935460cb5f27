import type { Language } from '@foyer/contract/language';
import { pageRoutes } from '@foyer/contract/pages/page-routes';

/** Registers the service worker and caches the offline page in the current language. */
export async function cacheOfflinePage(language: Language) {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/offline-worker.js', { scope: '/login/' });
  const cached = await caches.match(pageRoutes.offline);
  if (cached?.headers.get('Content-Language') === language) return;
  const cache = await caches.open('offline');
  await cache.add(pageRoutes.offline);
}
