import { getBanners } from '@foyer/contract/flows/banner';
import { countArticleClick, getArticles } from '@foyer/contract/flows/help-desk';
import type { PageVariant } from '@foyer/contract/pages/page-config';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPageApi } from './page-api.ts';

const urls: string[] = [];

beforeEach(() => {
  urls.length = 0;
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('document', { documentElement: { lang: 'en-US' }, cookie: '' });
  vi.stubGlobal('fetch', async (url: string) => {
    urls.push(url);
    return { json: async () => ({ code: 0, data: { data: [], bannerList: [] } }) };
  });
});
afterEach(() => void vi.unstubAllGlobals());

const variant: PageVariant = {
  page: 'login',
  language: 'en-US',
  device: 'pc',
  tab: 'user',
  locked: false,
  sso: false,
  languageHidden: false,
};

async function urlsOfCalls(config: { apiBase: string; helpBase?: string }) {
  const api = createPageApi(config, variant);
  await api(getArticles, { productCode: 'yunzhang', areaCode: 'login_page' });
  await api(getBanners, { productCode: 'pc', areaCode: 'login_page_english' });
  return urls.map((url) => url.split('?')[0]);
}

test('the help calls go to their own base, all other calls to that of the API [WG-07]', async () => {
  expect(await urlsOfCalls({ apiBase: '/api', helpBase: 'https://help.test/x' })).toEqual([
    'https://help.test/x/webserver/v1/saas-common/yunzhang/columns',
    '/api/v1/saas-common/banners/pc/login_page_english/list',
  ]);
  expect(countArticleClick.path).toMatch(/^\/webserver\//);
});

test('without a base of their own the help calls go to the API [WG-07]', async () => {
  const [articles] = await urlsOfCalls({ apiBase: '/api' });
  expect(articles).toBe('/api/webserver/v1/saas-common/yunzhang/columns');
});
