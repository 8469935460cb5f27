import { describe, expect, test } from 'vitest';
import { people } from '../people.ts';
import { alipayLink, done, offer, openPhone } from './phone.fixture.ts';

const open = (changed: object = {}, needsPhone = false) =>
  openPhone(({ path }) =>
    path.endsWith('/scan') ? done({ ticket: 't', needsPhone, offer: { ...offer, ...changed } }) : done(null),
  );

describe('the phone’s page', () => {
  test('is led to by a code’s own address, whoever opens it', async () => {
    const { app, page } = await open();
    const content = alipayLink('s');
    const led = await app.inject({ url: content.replace('https://sign.example.com', '') });
    expect(led.statusCode).toBe(303);
    expect(led.headers.location).toBe(`/sandbox/phone?code=${encodeURIComponent(content)}`);
    expect(await page(String(led.headers.location).replace('/sandbox', ''))).toContain('用谁的支付宝扫？');
  });

  test('lets one be everyone who has the app, and says what will come of it', async () => {
    const { page } = await open();
    const [zh, en] = [
      await page(`/phone?code=${encodeURIComponent(alipayLink('s'))}`),
      await page(`/phone?code=${encodeURIComponent(alipayLink('s'))}`, 'en'),
    ];
    for (const { id, name, appAccounts } of people) {
      expect(zh.includes(`name="person" value="${id}"`)).toBe(appAccounts !== undefined);
      expect(en.includes(`>${name.en}</span>`)).toBe(appAccounts !== undefined);
    }
    for (const words of [
      'signs them in',
      'asks for a text message too',
      'asks them to agree first',
      'is disabled',
      'one click',
      'already filled in',
      'mainland numbers only',
    ])
      expect(en).toContain(words);
  });

  test('says so when no app knows the code, to those who cannot see it too', async () => {
    const { page } = await open();
    const body = await page('/phone?code=hello', 'en');
    expect(body).toContain('role="alert">No app knows this code.');
    expect(body).toMatch(/aria-describedby="code-more code-wrong"\s+aria-invalid="true"/);
    expect(await page('/phone', 'en')).not.toMatch(/role="alert"|aria-invalid/);
  });

  test('walks the whole way by forms', async () => {
    const { submit, page, asked } = await open({}, true);
    const scanned = await submit('/phone/scan', { content: alipayLink('s'), person: 'carol' });
    expect(scanned.statusCode).toBe(303);
    const place = String(scanned.headers.location).replace('/sandbox', '');
    const shown = await page(place, 'en');
    for (const words of [
      'Carol Gao&#39;s phone · Alipay',
      'sign.example.com',
      'Chrome · Windows',
      '203.0.113.*',
      'Not me',
    ])
      expect(shown).toContain(words);
    expect(shown).toContain('Alipay tells the site your number');
    expect(shown).toContain('<title>Sign in? · Phone · Foyer</title>');

    const scan = place.split('=')[1]!;
    const answered = await submit('/phone/answer', { scan, confirm: 'false' });
    expect(answered.headers.location).toBe(`/sandbox/phone?scan=${scan}`);
    expect(asked.at(-1)?.body).toEqual({ ticket: 't', confirmed: false });
    const after = await page(place, 'en');
    expect(after).toContain('Nobody was signed in.');
    expect(after).not.toContain('name="confirm"');
  });

  test('warns of a browser in another country', async () => {
    const { scan, page } = await open({ elsewhere: true });
    expect(await page(`/phone?scan=${(await scan(alipayLink('s'))).scan}`, 'en')).toContain('in another country');
    const near = await open();
    expect(await near.page(`/phone?scan=${(await near.scan(alipayLink('s'))).scan}`, 'en')).not.toContain('Take care');
  });

  test('says so when the browser does not tell what it is [AC-10]', async () => {
    const { scan, page } = await open({ device: '' });
    expect(await page(`/phone?scan=${(await scan(alipayLink('s'))).scan}`, 'en')).toContain('<dd>Unknown</dd>');
  });

  test('lets a scan lapse, and stays with it', async () => {
    const { scan, submit, service } = await open();
    const { scan: id } = await scan(alipayLink('s'));
    const before = service.now();
    const moved = await submit('/phone/clock', { scan: id, move: '300000' });
    expect(moved.headers.location).toBe(`/sandbox/phone?scan=${id}`);
    expect(service.now() - before).toBe(300_000);
    await submit('/phone/clock', { reset: 'true' });
    expect(service.now()).toBe(before);
    expect((await submit('/phone/clock', { move: '7' })).statusCode).toBe(400);
  });

  test('puts an app out of order, and comes back', async () => {
    const { submit, page } = await open();
    const set = await submit('/alipay/fault', { mode: 'down' });
    expect(set.headers.location).toBe('/sandbox/phone#faults');
    expect(await page('/phone')).toMatch(/value="down" aria-pressed="true"/);
  });

  test('shows what it was given as text', async () => {
    const nasty = '"><script>alert(1)</script>';
    const { page, scan } = await open({ device: nasty, site: nasty });
    expect(await page(`/phone?code=${encodeURIComponent(nasty)}`)).not.toContain('<script');
    expect(await page(`/phone?scan=${(await scan(alipayLink('s'))).scan}`)).not.toContain('<script');
  });

  test('needs no script and carries no style in itself, as the policy allows none', async () => {
    const { page, app, scan } = await open();
    for (const url of ['/phone', `/phone?scan=${(await scan(alipayLink('s'))).scan}`])
      expect(await page(url)).not.toMatch(/<style|\sstyle=|\son\w+=|<script/);
    const style = await app.inject('/sandbox/phone.css');
    expect(style.headers['content-type']).toBe('text/css; charset=utf-8');
  });

  test('stays where it is in the other language', async () => {
    const { page, scan } = await open();
    const { scan: id } = await scan(alipayLink('s'));
    expect(await page(`/phone?scan=${id}`)).toContain(`href="/sandbox/phone?scan=${id}&#38;lang=en-US"`);
    expect(await page('/phone')).toContain('href="/sandbox/phone?lang=en-US"');
  });
});
