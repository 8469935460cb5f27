/*
 * Shows the page that was kept for it when the sign-in page cannot be had. The browser itself asks for the page: asked
 * from here, it would be sent cookies that a link from another site must not bring.
 */
addEventListener('activate', (event) => event.waitUntil(registration.navigationPreload?.enable()));

addEventListener('fetch', (event) => {
  const { mode, method } = event.request;
  if (mode === 'navigate' && method === 'GET' && registration.navigationPreload) event.respondWith(pageOf(event));
});

async function pageOf({ preloadResponse, request }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch (error) {
    const kept = await caches.match('/offline');
    if (!kept) throw error;
    return kept;
  }
}
