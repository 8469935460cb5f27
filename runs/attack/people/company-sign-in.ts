import { findCompany } from '@foyer/contract/flows/sso-domain';
import { createBrowser } from '../browser.ts';
import { done } from '../../client.ts';
import type { Scene } from './people.ts';
import type { Browser } from '../browser.ts';

export const crossSite = { 'sec-fetch-site': 'cross-site' };
export const accessCodeIn = (location: string) =>
  new URL(location, 'http://localhost').searchParams.get('accessCode') ?? '';

/** Opens a URL and follows redirects of the sandbox; stops before the first URL outside of it. */
async function open(browser: Browser, url: string) {
  let current = new URL(url);
  while (current.pathname.startsWith('/sandbox/')) {
    const { location } = await browser.send('GET', current.pathname + current.search);
    if (!location) break;
    current = new URL(location, current);
  }
  return current.href;
}

type More = { redirectUrl?: string };

export const companyPage = async (browser: Browser, domain: string, more: More = {}) =>
  done(await browser.call(findCompany, { domain, agreed: true, ...more }), 'The company').targetUrl ?? '';

/** Signs in at Acme; returns the path of the callback, which is not opened yet. */
export async function signInAtAcme({ installation }: Pick<Scene, 'installation'>, id: string, more?: More) {
  const browser = createBrowser(installation);
  const page = await open(browser, await companyPage(browser, 'acme', more));
  const { pathname, search } = new URL(await open(browser, `${page}/as/${id}`));
  return { browser, callback: pathname + search };
}

export async function accessCodeOf(scene: Pick<Scene, 'installation'>, id: string, more?: More) {
  const { browser, callback } = await signInAtAcme(scene, id, more);
  const { location } = await browser.send('GET', callback, undefined, crossSite);
  return { browser, accessCode: accessCodeIn(location) };
}
