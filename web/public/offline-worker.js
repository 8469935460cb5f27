/*
 * Shows the cached offline page when the sign-in page cannot be loaded. The browser itself requests the page by
 * navigation preload: a request from this worker would carry cookies that a link from another site must not send.
 */
addEventListener('activate', (event) => event.waitUntil(registration.navigationPreload?.enable()));

addEventListener('fetch', (event) => {
  const { mode, method } = event.request;
  if (mode === 'navigate' && method === 'GET' && registration.navigationPreload) event.respondWith(loadPage(event));
});

async function loadPage({ preloadResponse, request }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch (error) {
    const offlinePage = await caches.match('/offline');
    if (!offlinePage) throw error;
    return offlinePage;
  }
}
