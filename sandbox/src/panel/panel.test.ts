import { describe, expect, test } from 'vitest';
import { openSandbox, sms } from '../sandbox.fixture.ts';
import { people } from '../people.ts';

const visit = async (url: string, headers = {}) => {
  const { app } = await openSandbox();
  return app.inject({ url, headers });
};

describe('the panel', () => {
  test('lists every person with a sign-in link', async () => {
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

  test('answers with and without a trailing slash', async () => {
    expect((await visit('/sandbox')).statusCode).toBe(200);
    expect((await visit('/sandbox/')).statusCode).toBe(200);
  });

  test('allows its forms to send their origin, which the service requires', async () => {
    expect((await visit('/sandbox')).headers['referrer-policy']).toBe('same-origin');
  });

  test('warns that anyone who opens the panel sees every code', async () => {
    expect((await visit('/sandbox', { 'accept-language': 'en' })).body).toContain('sees every code');
    expect((await visit('/sandbox', { 'accept-language': 'zh' })).body).toContain('看得到每一条验证码');
  });

  test('shows a sent message with its recipient and its code', async () => {
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
  ])('shows the drift of a clock moved by %i ms (%s): %s', async (move, language, text) => {
    const { app } = await openSandbox();
    await app.inject({ method: 'POST', url: '/sandbox/clock', payload: { move } });
    const page = await app.inject({ url: '/sandbox', headers: { 'accept-language': language } });
    expect(page.body).toContain(`>${text}<`);
  });

  test.each(['sms', 'company'])('sets the fault mode of the server %s and shows the current mode', async (server) => {
    const { app } = await openSandbox();
    const pressed = async () => {
      const page = (await app.inject('/sandbox')).body;
      return [...page.matchAll(/action="([^"]+)\/fault"|value="(\w+)" aria-pressed="true"/g)].map(
        (match) => match[1] ?? match[2],
      );
    };
    const working = ['/sandbox/company', 'working', '/sandbox/sms', 'working'];
    expect(await pressed()).toEqual(working);
    await app.inject({ method: 'POST', url: `/sandbox/${server}/fault`, payload: { mode: 'down' } });
    expect(await pressed()).toEqual(working.with(working.indexOf(`/sandbox/${server}`) + 1, 'down'));
  });

  test('escapes markup in a message', async () => {
    const { app, outbox } = await openSandbox();
    const markup = `"><script>alert('1')</script>`;
    outbox.deliver(sms(markup, markup));
    outbox.deliver({ channel: 'mail', to: markup, language: 'zh-CN', subject: markup, text: markup, html: markup });
    const page = (await app.inject('/sandbox')).body;
    expect(page).not.toContain('<script>');
    expect(page.match(/&#34;&#62;&#60;script&#62;alert\(&#39;1&#39;\)&#60;\/script&#62;/g)).toHaveLength(9);
  });

  test('shows when a password was changed instead of the earlier one, and who has registered', async () => {
    const at = Date.UTC(2026, 10, 15, 9, 30);
    const { app } = await openSandbox({
      accountState: async (principal) =>
        ({ 13800138000: { passwordResetAt: at }, 13800138001: {}, 13800138002: {} })[principal],
    });
    const page = (await app.inject({ url: '/sandbox', headers: { 'accept-language': 'en' } })).body;
    const card = (id: string) => new RegExp(`id="person-${id}"[^]*?</li>`).exec(page)?.[0] ?? '';
    expect(card('alice')).toMatch(/Changed on Nov 15, 2026, .*Reset the demo to bring it back/);
    expect(card('alice')).not.toContain('Foyer-2026');
    expect(card('bob')).toContain('Foyer-2026');
    expect(card('carol')).toContain('>Registered<');
    expect(card('ivy')).toContain('>No account<');
  });

  test('has no inline script or style, which the content security policy forbids', async () => {
    const page = (await visit('/sandbox')).body;
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/);
    const urls = [...page.matchAll(/(?:src|href)="(\/sandbox\/[^"]+)"/g)].map(([, url]) => url ?? '');
    expect(new Set(urls)).toEqual(
      new Set([
        '/sandbox/panel.svg',
        '/sandbox/sandbox.css',
        '/sandbox/panel.js',
        '/sandbox/contracts',
        '/sandbox/phone',
        '/sandbox/chat/desk',
        '/sandbox/events',
      ]),
    );
  });

  test.each([
    ['sandbox.css', 'text/css; charset=utf-8', ''],
    ['panel.js', 'text/javascript; charset=utf-8', 'EventSource'],
    ['panel.svg', 'image/svg+xml', '<svg'],
  ])('serves %s', async (file, type, content) => {
    const response = await visit(`/sandbox/${file}`);
    expect(response.headers['content-type']).toBe(type);
    expect(response.body).toContain(content);
  });
});

describe('the language of the panel', () => {
  const languageOf = async (url: string, headers = {}) =>
    /<html lang="([^"]+)"/.exec((await visit(url, headers)).body)?.[1];

  test('is that of the query parameter and is stored in the service’s language cookie', async () => {
    const response = await visit('/sandbox?lang=en-US', { cookie: 'foyer_language=zh-CN' });
    expect(response.body).toContain('People you can sign in as');
    expect(response.headers['set-cookie']).toBe('foyer_language=en-US; Path=/; Max-Age=604800; SameSite=Lax');
    expect((await visit('/sandbox')).headers).not.toHaveProperty('set-cookie');
  });

  test('is that of the cookie before that of the browser', async () => {
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
  ])('is, for the Accept-Language header %j, %s', async (accepted, language) => {
    expect(await languageOf('/sandbox', { 'accept-language': accepted })).toBe(language);
  });

  test('ignores invalid values', async () => {
    const headers = { cookie: 'foyer_language=%3Cb%3E', 'accept-language': 'en' };
    expect(await languageOf('/sandbox?lang=<b>&lang=zh-CN', headers)).toBe('en-US');
  });
});
