/** Inlined into the offline page: it opens the page that did not load as soon as the network is back. */
export const awaitNetworkScript = "addEventListener('online',()=>location.reload())";
