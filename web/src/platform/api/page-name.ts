/** What a page calls itself where no cookie names the browser: random, as long as the service's own, and nowhere kept. */
export const newPageName = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(22)), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(1);
