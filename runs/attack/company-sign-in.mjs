import { createBrowser } from './browser.mjs';
import { done } from './people.mjs';

/** @import { Scene } from './races.mjs' */
/** @import { Browser } from './browser.mjs' */

export const accessCodeHeader = 'x-tsign-open-access-code';
export const checkPath = '/login/sso/account/authorize/check';
export const crossSite = { 'sec-fetch-site': 'cross-site' };
export const accessCodeIn = (location) => new URL(location, 'http://localhost').searchParams.get('accessCode') ?? '';

/** Opens a URL and follows redirects of the sandbox; stops before the first URL outside of it. @param {Browser} browser */
async function open(browser, url) {
  let current = new URL(url);
  while (current.pathname.startsWith('/sandbox/')) {
    const { location } = await browser.send('GET', current.pathname + current.search);
    if (!location) break;
    current = new URL(location, current);
  }
  return current.href;
}

export const findCompany = async (browser, domain, more = {}) =>
  done(await browser.post('/v1/sso/account/login/domain', { domain, agreed: true, ...more }), 'The company').targetUrl;

/** Signs in at Acme; returns the path of the callback, which is not opened yet. @param {Scene} scene */
export async function signInAtAcme({ installation }, id, more) {
  const browser = createBrowser(installation);
  const page = await open(browser, await findCompany(browser, 'acme', more));
  const { pathname, search } = new URL(await open(browser, `${page}/as/${id}`));
  return { browser, callback: pathname + search };
}

/** @param {Scene} scene */
export async function accessCodeOf(scene, id, more) {
  const { browser, callback } = await signInAtAcme(scene, id, more);
  const { location } = await browser.send('GET', callback, undefined, crossSite);
  return { browser, accessCode: accessCodeIn(location) };
}
