import { describe, expect, test } from 'vitest';
import { openSandbox, sms } from '../sandbox.fixture.ts';
import { people } from '../people.ts';

const visit = async (url: string, headers = {}) => {
  const { app } = await openSandbox();
  return app.inject({ url, headers });
};

describe('the panel', () => {
  test('names everyone one can be, with a way to sign in', async () => {
    const page = (await visit('/sandbox')).body;
    for (const { name, mobile, email, password } of people) {
      expect(page).toContain(`<h3>${name.zh}</h3>`);
      const tab = password ? 'user' : 'authCode';
      expect(page).toContain(
        `/login/web?localAccount=${encodeURIComponent(mobile ?? email ?? '')}&#38;preLoginWay=${tab}`,
      );
    }
    expect((await visit('/sandbox/people')).json().people).toHaveLength(people.length);
  });

  test('is found with and without a slash at its end', async () => {
    expect((await visit('/sandbox')).statusCode).toBe(200);
    expect((await visit('/sandbox/')).statusCode).toBe(200);
  });

  test('lets its forms say where they come from, as the service takes them from nowhere else', async () => {
    expect((await visit('/sandbox')).headers['referrer-policy']).toBe('same-origin');
  });

  test('says that everyone sees every code', async () => {
    expect((await visit('/sandbox', { 'accept-language': 'en' })).body).toContain('sees every code');
    expect((await visit('/sandbox', { 'accept-language': 'zh' })).body).toContain('看得到每一条验证码');
  });

  test('shows what was sent, to whom, with the code apart', async () => {
    const { app, outbox } = await openSandbox();
    outbox.deliver(sms('13800138001', '您的验证码为 730418'));
    const page = (await app.inject('/sandbox')).body;
    expect(page).toContain('13800138001 · 陈博');
    expect(page).toContain('<strong>730418</strong>');
  });

  test.each([
    [90_061_000, 'en', '1 day 1 hour 1 minute 1 second ahead of real time'],
    [900_000, 'zh', '比真实时间快 15分钟'],
    [-120_000, 'en', '2 minutes behind real time'],
    [0, 'en', 'Same as real time'],
  ])('says of a clock moved by %i ms (%s): %s', async (move, language, words) => {
    const { app } = await openSandbox();
    await app.inject({ method: 'POST', url: '/sandbox/clock', payload: { move } });
    const page = await app.inject({ url: '/sandbox', headers: { 'accept-language': language } });
    expect(page.body).toContain(`>${words}<`);
  });

  test.each(['sms', 'company'])(
    'has a switch that makes the servers of %s fail, and shows how it stands',
    async (whose) => {
      const { app } = await openSandbox();
      const pressed = async () => {
        const page = (await app.inject('/sandbox')).body;
        return [...page.matchAll(/action="([^"]+)\/fault"|value="(\w+)" aria-pressed="true"/g)].map(
          (one) => one[1] ?? one[2],
        );
      };
      const working = ['/sandbox/company', 'working', '/sandbox/sms', 'working'];
      expect(await pressed()).toEqual(working);
      await app.inject({ method: 'POST', url: `/sandbox/${whose}/fault`, payload: { mode: 'down' } });
      expect(await pressed()).toEqual(working.with(working.indexOf(`/sandbox/${whose}`) + 1, 'down'));
    },
  );

  test('shows markup in a message as text', async () => {
    const { app, outbox } = await openSandbox();
    const nasty = `"><script>alert('1')</script>`;
    outbox.deliver(sms(nasty, nasty));
    outbox.deliver({ channel: 'mail', to: nasty, language: 'zh-CN', subject: nasty, text: nasty, html: nasty });
    const page = (await app.inject('/sandbox')).body;
    expect(page).not.toContain('<script>');
    expect(page.match(/&#34;&#62;&#60;script&#62;alert\(&#39;1&#39;\)&#60;\/script&#62;/g)).toHaveLength(8);
  });

  test('carries no script or style in itself, as the policy allows none', async () => {
    const page = (await visit('/sandbox')).body;
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/);
    const addresses = [...page.matchAll(/(?:src|href)="(\/sandbox\/[^"]+)"/g)].map(([, address]) => address ?? '');
    expect(new Set(addresses)).toEqual(
      new Set([
        '/sandbox/panel.svg',
        '/sandbox/panel.css',
        '/sandbox/panel.js',
        '/sandbox/phone',
        '/sandbox/chat/desk',
        '/sandbox/events',
      ]),
    );
  });

  test.each([
    ['panel.css', 'text/css; charset=utf-8', ''],
    ['panel.js', 'text/javascript; charset=utf-8', 'EventSource'],
    ['panel.svg', 'image/svg+xml', '<svg'],
  ])('brings its %s', async (file, type, piece) => {
    const answer = await visit(`/sandbox/${file}`);
    expect(answer.headers['content-type']).toBe(type);
    expect(answer.body).toContain(piece);
  });
});

describe('the language of the panel', () => {
  const languageOf = async (url: string, headers = {}) =>
    /<html lang="([^"]+)"/.exec((await visit(url, headers)).body)?.[1];

  test('is the one asked for, and is kept in the cookie that the product keeps', async () => {
    const answer = await visit('/sandbox?lang=en-US', { cookie: 'foyer_language=zh-CN' });
    expect(answer.body).toContain('People you can be');
    expect(answer.headers['set-cookie']).toBe('foyer_language=en-US; Path=/; Max-Age=604800; SameSite=Lax');
    expect((await visit('/sandbox')).headers).not.toHaveProperty('set-cookie');
  });

  test('is the one kept, before that of the browser', async () => {
    const headers = { cookie: 'a=1; foyer_language=en-US', 'accept-language': 'zh-CN' };
    expect(await languageOf('/sandbox', headers)).toBe('en-US');
  });

  test.each([
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh-CN'],
    ['en-GB,zh;q=0.9', 'en-US'],
    ['fr,en;q=0.3,zh;q=0.7', 'zh-CN'],
    ['zh;q=0', 'en-US'],
    ['fr', 'en-US'],
    ['', 'zh-CN'],
  ])('of a browser that reads %j is %s', async (accepted, language) => {
    expect(await languageOf('/sandbox', { 'accept-language': accepted })).toBe(language);
  });

  test('is not taken from junk', async () => {
    const headers = { cookie: 'foyer_language=%3Cb%3E', 'accept-language': 'en' };
    expect(await languageOf('/sandbox?lang=<b>&lang=zh-CN', headers)).toBe('en-US');
  });
});
