import type { Language } from '@foyer/contract/language';
import { pageRoutes } from '@foyer/contract/pages/page-routes';

/** Keeps the page that says so for when there is no network, in the language spoken last. */
export async function keepOfflinePage(language: Language) {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/offline-worker.js', { scope: '/login/' });
  const known = await caches.match(pageRoutes.offline);
  if (known?.headers.get('Content-Language') === language) return;
  const kept = await caches.open('offline');
  await kept.add(pageRoutes.offline);
}
