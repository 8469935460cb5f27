import { minutes } from '@foyer/contract/time';
import { beforeEach, describe, expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { toStoredContent } from '../../parts/content/stored-content.ts';
import { readContent } from '../../parts/content/content-shape.ts';

const cdn = 'https://cdn.banner.test';
const pages = { render: async () => '<title>x</title>', assets: new Map() };
const services = await testAppForFile({ env: { BANNER_ORIGINS: cdn }, appOptions: { pages } });
const store = services.stores.content;
const browser = services.browser();

const svg = (title: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><title>${title}</title></svg>`);
const chinese = '/v1/saas-common/banners/pc/login_page_chinese/list';
const english = '/v1/saas-common/banners/pc/login_page_english/list';

const list = async (path = english) =>
  (await browser.get(path)).data['bannerList'] as { picUrl: string; linkUrl?: string; alt: string }[];
const alts = async (path?: string) => (await list(path)).map(({ alt }) => alt);

async function show(...banners: object[]) {
  const whole = banners.map((banner, index) => ({ id: `b${index}`, language: 'en-US', picture: 'one.svg', ...banner }));
  const content = readContent({ banners: whole }, services.config.publicUrl);
  await store.put(await toStoredContent(content, async (path) => svg(path), [cdn]));
  await services.content.refresh();
}

beforeEach(async () => {
  const { banners } = await store.all();
  for (const { id } of banners) await store.remove(id);
  await services.content.refresh();
});

describe('banners [WG-01]', () => {
  test('ship with the product in every language', async () => {
    expect(await list(chinese)).toHaveLength(2);
    expect(await list(english)).toHaveLength(2);
    expect(await alts(chinese)).not.toEqual(await alts(english));
  });

  test('that were imported replace the default ones, in their order', async () => {
    await show({ alt: 'second', order: 2 }, { alt: 'first', order: 1 }, { alt: '第一', language: 'zh-CN' });
    expect(await alts(english)).toEqual(['first', 'second']);
    expect(await alts(chinese)).toEqual(['第一']);
  });

  test('are listed between their start and end times', async () => {
    const at = (ms: number) => new Date(services.clock.now() + ms).toISOString();
    await show({ alt: 'later', from: at(minutes(10)), until: at(minutes(20)) });
    expect(await alts()).toEqual([]);
    services.moveClock(minutes(10));
    expect(await alts()).toEqual(['later']);
    services.moveClock(minutes(10));
    expect(await alts()).toEqual([]);
  });

  test('have a picture on our own origin that is cached forever [WG-02]', async () => {
    await show({ alt: 'a' });
    const [{ picUrl } = { picUrl: '' }] = await list();
    expect(picUrl).toMatch(/^\/media\/[\w-]{22}\.svg$/);
    const picture = await services.app.inject(picUrl);
    expect(picture.statusCode).toBe(200);
    expect(picture.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none'.*; sandbox;/),
    });
    expect(picture.rawPayload.equals(svg('one.svg'))).toBe(true);
  });

  test('may have a picture on a configured host, which the policy names and no other [WG-01]', async () => {
    const picture = `${cdn}/a/b.png?v=1`;
    await show({ alt: 'ours' }, { alt: 'theirs', picture });
    expect(await list()).toEqual([
      { alt: 'ours', picUrl: expect.stringMatching(/^\/media\//) },
      { alt: 'theirs', picUrl: picture },
    ]);
    const policy = String((await services.app.inject('/login/web')).headers['content-security-policy']);
    expect(policy).toContain(`; img-src 'self' data: ${cdn};`);
  });

  test.each(['https://other.test/b.png', 'http://cdn.banner.test/b.png', 'https://cdn.banner.test.evil.test/b.png'])(
    'with a picture at %s are left out [WG-01]',
    async (picture) => {
      await show({ alt: 'kept' }, { alt: 'gone' });
      const all = await store.all();
      const banners = all.banners.map((banner) => (banner.alt === 'gone' ? { ...banner, picture } : banner));
      await store.put({ ...all, banners });
      await services.content.refresh();
      expect(await alts()).toEqual(['kept']);
    },
  );

  test('may have a link, which is never a script [AC-03]', async () => {
    await show({ link: 'https://partner.test/a' }, { link: '/help?article=qr-code' }, {});
    expect((await list()).map(({ linkUrl }) => linkUrl)).toEqual([
      'https://partner.test/a',
      `${services.config.publicUrl}/help?article=qr-code`,
      undefined,
    ]);
  });

  test.each(['javascript:alert(1)', 'data:text/html,1', '//evil.test', 'http://plain.test', 'www.evil.test'])(
    'lose a link that became %s in the database [AC-03]',
    async (link) => {
      await show({ alt: 'kept' });
      const all = await store.all();
      await store.put({ ...all, banners: all.banners.map((banner) => ({ ...banner, link })) });
      await services.content.refresh();
      const [banner] = await list();
      expect(banner).toMatchObject({ alt: 'kept' });
      expect(banner).not.toHaveProperty('linkUrl');
    },
  );

  test('are served from memory without a query', async () => {
    await show({ alt: 'a' });
    const { banners } = await store.all();
    for (const { id } of banners) await store.remove(id);
    expect(await alts()).toEqual(['a']);
    await services.content.refresh();
    expect(await alts()).not.toEqual(['a']);
  });
});

test.each([
  '/v1/saas-common/banners/pc/login_page_klingon/list',
  '/v1/saas-common/banners/mac/login_page_english/list',
  '/v1/saas-common/banners/pc/..%2f..%2fetc/list',
  "/v1/saas-common/banners/pc/1'%20or%20'1'='1/list",
])('refuses %s as a list of banners [AC-75]', async (path) => {
  expect(await browser.get(path)).toMatchObject({ status: 400, code: 10000001 });
});

test.each(['/media/', '/media/x.svg', '/media/..%2f..%2fpackage.json', '/media/%00', '/media/constructor'])(
  'refuses %s as a picture [AC-75]',
  async (path) => {
    expect((await services.app.inject(path)).statusCode).toBe(404);
  },
);

describe('an external CMS', () => {
  const picture = svg('from the CMS').toString('base64');
  const content = (alt: string) => ({ banners: [{ id: 'cms', language: 'en-US', picture: 'pictures/p', alt }] });
  const soon = async () => {
    services.moveClock(minutes(5));
    await services.content.refresh();
  };

  test('takes precedence over imported content, is read every five minutes, and its last valid content stays', async () => {
    await show({ alt: 'imported' });
    await soon();
    services.sandbox.cms.publish(content('from elsewhere'), { p: picture });
    services.moveClock(minutes(5) - 1);
    await services.content.refresh();
    expect(await alts()).toEqual(['imported']);
    services.moveClock(1);
    await services.content.refresh();
    expect(await alts()).toEqual(['from elsewhere']);

    services.sandbox.cms.publish({ banners: [{ id: 'cms' }] });
    await soon();
    expect(await alts()).toEqual(['from elsewhere']);
    expect(services.lines.join()).toContain('cmsNotRead');

    services.sandbox.cms.publish({});
    await services.content.refresh();
    expect(await alts()).toEqual(['from elsewhere']);
    await soon();
    expect(await alts()).toEqual(['imported']);
  });

  test.each([
    ['names a picture that it does not have', 'pictures/absent', 'answered 404'],
    ['names a picture of another site [AC-75]', 'https://evil.test/x.svg', 'names a picture that is not its own'],
    ['names what is no picture', 'content.json', 'content.json is no picture'],
  ])('that %s is ignored', async (_, path, reason) => {
    await show({ alt: 'imported' });
    const [banner] = content('broken').banners;
    services.sandbox.cms.publish({ banners: [{ ...banner, picture: path }] }, { p: picture });
    await soon();
    expect(await alts()).toEqual(['imported']);
    expect(services.lines.findLast((line) => line.includes('cmsNotRead'))).toContain(reason);
  });
});
