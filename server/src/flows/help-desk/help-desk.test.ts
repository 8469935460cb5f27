import { hours } from '@foyer/contract/time';
import { beforeEach, describe, expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { readContent } from '../../parts/content/content-shape.ts';
import { toStoredContent } from '../../parts/content/stored-content.ts';
import { articleHits } from '../../store/schema/content-schema.ts';

const services = await testAppForFile();
const store = services.stores.content;
const english = services.browser({ language: 'en-US' });
const chinese = services.browser({ language: 'zh-CN' });

type Browser = ReturnType<typeof services.browser>;
interface Listed {
  id: string;
  title: string;
  summary: string;
  linkUrl: string;
}

const columns = '/webserver/v1/saas-common/yunzhang/columns';
const asked = (more = '') => `${columns}?areaCode=login_page&pageNo=1&pageSize=10&hasCount=false${more}`;
const list = async (browser: Browser, path = asked()) => (await browser.get(path)).data['data'] as Listed[];

async function write(...articles: object[]) {
  const whole = articles.map((article, index) => ({
    id: `a${index}`,
    language: 'en-US',
    title: `Title ${index}`,
    summary: 'Summary',
    body: 'Body',
    ...article,
  }));
  const content = readContent({ articles: whole }, services.config.publicUrl);
  await store.put(await toStoredContent(content, async () => Buffer.of()));
  await services.content.refresh();
}

beforeEach(async () => {
  await services.backgroundTasks.settled();
  const { articles } = await store.all();
  for (const { id } of articles) await store.remove(id);
  await services.database.sql.delete(articleHits);
  await services.content.refresh();
});

describe('suggested articles', () => {
  test('are listed in the requested language, ten at a time [WG-03]', async () => {
    const [first] = await list(english);
    expect(await list(english)).toHaveLength(10);
    expect(first).toMatchObject({
      id: 'code-not-arriving',
      title: 'Code not arriving?',
      linkUrl: '/help?article=code-not-arriving',
    });
    expect((await list(chinese))[0]).toMatchObject({ id: 'code-not-arriving', title: '收不到验证码怎么办？' });
  });

  test('are counted on request and listed page by page', async () => {
    await write({}, {}, {});
    const page = async (more: string) => (await english.get(`${columns}?areaCode=login_page&pageSize=2${more}`)).data;
    expect(await page('&hasCount=true')).toMatchObject({ count: 3, data: [{ id: 'a0' }, { id: 'a1' }] });
    expect(await page('&pageNo=2')).toEqual({ data: [expect.objectContaining({ id: 'a2' })] });
    expect(await page('&pageNo=3')).toEqual({ data: [] });
  });

  test('link to our help page or to https, never to a script [AC-03]', async () => {
    await write({ link: 'https://docs.test/x' }, {});
    const all = await store.all();
    await store.put({
      ...all,
      articles: [...all.articles, { ...all.articles[1]!, id: 'z', link: 'javascript:alert(1)' }],
    });
    await services.content.refresh();
    expect(Object.fromEntries((await list(english)).map(({ id, linkUrl }) => [id, linkUrl]))).toEqual({
      a0: 'https://docs.test/x',
      a1: '/help?article=a1',
      z: '/help?article=z',
    });
  });

  test('of one product are not listed for another', async () => {
    await write({ product: 'yunzhang' }, { product: 'other' }, {});
    expect((await list(english)).map(({ id }) => id)).toEqual(['a0', 'a2']);
  });

  test('can be filtered by the refusal that they explain', async () => {
    const ids = async (name: string) => (await list(english, asked(`&explains=${name}`))).map(({ id }) => id);
    expect(await ids('lockedOut')).toEqual(['locked-out']);
    expect(await ids('wrongIdSuffix')).toEqual(['identity-check']);
    expect((await english.get(asked('&explains=madeUp'))).status).toBe(400);
  });

  test.each(['..%2f..%2fetc', "x'%20or%201=1", 'a'.repeat(33), '%00'])(
    'refuses %s as a product [AC-75]',
    async (product) => {
      const { status } = await english.get(`/webserver/v1/saas-common/${product}/columns?areaCode=login_page`);
      expect(status).toBe(400);
    },
  );
});

describe('one article', () => {
  const article = (browser: Browser, id: string) => browser.get(`${columns}/${id}?areaCode=login_page`);

  test('is structured data, with the same id in every language [PG-03]', async () => {
    const { code, data } = await article(english, 'forgotten-password');
    expect(code).toBe(0);
    expect(data).toMatchObject({ title: 'Forgot your password?', body: expect.any(Array) });
    const [steps] = data['body'] as { is: string; items: unknown[][] }[];
    expect(steps?.is).toBe('steps');
    expect(steps?.items[0]).toContainEqual({
      text: 'Reset your password',
      linkUrl: `${services.config.publicUrl}/retrieve`,
    });
    expect((await article(chinese, 'forgotten-password')).data).toMatchObject({ title: '忘记密码怎么办？' });
  });

  test('that does not exist is not found', async () => {
    for (const id of ['nothing', 'constructor', '__proto__', '..'])
      expect((await article(english, id)).status).toBe(404);
  });
});

describe('a click on an article [WG-04]', () => {
  const click = (browser: Browser, id: string, more = {}) =>
    browser.post(`/webserver/v1/saas-common/columns/${id}/hits`, {
      areaCode: 'login_page',
      productCode: 'yunzhang',
      ...more,
    });
  /** A browser with a browser id, as after requesting a code. */
  async function named(options = {}) {
    const browser = services.browser(options);
    await browser.get('/sender/robotAuth/challenge');
    return browser;
  }
  async function hits() {
    await services.backgroundTasks.settled();
    const rows = await store.hits();
    return Object.fromEntries(rows.map(({ article, language, hits: count }) => [`${article} ${language}`, count]));
  }

  test('is counted by article and language', async () => {
    expect(await click(await named(), 'qr-code')).toMatchObject({ code: 0, data: null });
    await click(await named(), 'qr-code');
    await click(await named({ language: 'zh-CN' }), 'qr-code');
    await click(await named(), 'locked-out');
    expect(await hits()).toEqual({ 'qr-code en-US': 2, 'qr-code zh-CN': 1, 'locked-out en-US': 1 });
  });

  test('counts once an hour per browser, and once per IP address without a browser id', async () => {
    const [reader, nameless] = [await named(), services.browser()];
    for (const browser of [reader, reader, nameless, nameless]) await click(browser, 'qr-code');
    expect(await hits()).toEqual({ 'qr-code en-US': 2 });
    services.moveClock(hours(1) - 1);
    await click(reader, 'qr-code');
    expect(await hits()).toEqual({ 'qr-code en-US': 2 });
    services.moveClock(1);
    await click(reader, 'qr-code');
    expect(await hits()).toEqual({ 'qr-code en-US': 3 });
  });

  test('on an unknown article gets the same response and is not stored [AC-75]', async () => {
    for (const [id, more] of [
      ['nothing', {}],
      ['__proto__', {}],
      ['1%20or%201=1', {}],
      ['qr-code', { productCode: '../x' }],
      ['qr-code', { areaCode: 'elsewhere' }],
    ] as const)
      await click(await named(), id, more);
    expect(await click(services.browser(), 'nothing')).toMatchObject({ code: 0, data: null });
    await services.backgroundTasks.settled();
    expect(await services.database.sql.select().from(articleHits)).toEqual([]);
  });

  test('counts thirty times a minute per IP address, whatever the browser ids [AC-75]', async () => {
    const clientIp = '198.51.100.7';
    for (let n = 0; n < 33; n++) {
      const browser = services.browser({ clientIp });
      browser.jar.set('foyer_browser', String(n).padStart(43, 'x'));
      expect(await click(browser, 'qr-code')).toMatchObject({ code: 0 });
    }
    expect(await hits()).toEqual({ 'qr-code en-US': 30 });
  });
});

describe('the chat gets the account [WG-06]', () => {
  const context = (browser: Browser) => browser.get('/user/accounts/chatVisitor');
  const password = 'Quiet-River-42';

  test('when signed in: id, name, e-mail and mobile only', async () => {
    const ouid = await services.addAccount({
      email: 'mei@example.com',
      mobile: '13700137000',
      name: '梅',
      latinName: 'Mei',
      password,
    });
    const browser = services.browser();
    await browser.signIn('mei@example.com', password);
    expect((await context(browser)).data).toEqual({
      uuid: ouid,
      name: 'Mei',
      email: 'mei@example.com',
      mobile: '13700137000',
    });
  });

  test('but null for an anonymous person and one who has not agreed [D-33]', async () => {
    expect(await context(services.browser())).toMatchObject({ status: 200, data: null });
    await services.addAccount({ email: 'new@example.com', password, agreed: false });
    const browser = services.browser();
    await browser.signIn('new@example.com', password);
    expect(browser.jar.has('foyer_session')).toBe(true);
    expect(await context(browser)).toMatchObject({ status: 200, data: null });
  });
});
