import { describe, expect, test } from 'vitest';
import { people } from '../people.ts';
import { alipayLink, done, offer, openPhone } from './phone.fixture.ts';

const open = (changed: object = {}, needsPhone = false) =>
  openPhone(({ path }) =>
    path.endsWith('/scan') ? done({ ticket: 't', needsPhone, offer: { ...offer, ...changed } }) : done(null),
  );

describe('the phone page', () => {
  test('opens from the URL in a QR code', async () => {
    const { app, page } = await open();
    const text = alipayLink('s');
    const redirect = await app.inject({ url: text.replace('https://sign.example.com', '') });
    expect(redirect.statusCode).toBe(303);
    expect(redirect.headers.location).toBe(`/sandbox/phone?code=${encodeURIComponent(text)}`);
    expect(await page(String(redirect.headers.location).replace('/sandbox', ''))).toContain('用谁的支付宝扫？');
  });

  test('leads to the sign-in page while it has no code', async () => {
    const { page } = await open();
    expect(await page('/phone', 'en')).toContain('<a href="/login/web">Open the sign-in page');
    expect(await page(`/phone?code=${encodeURIComponent(alipayLink('s'))}`, 'en')).not.toContain(
      'Open the sign-in page',
    );
  });

  test('lists everyone who has the app, with the expected result', async () => {
    const { page } = await open();
    const [zh, en] = [
      await page(`/phone?code=${encodeURIComponent(alipayLink('s'))}`),
      await page(`/phone?code=${encodeURIComponent(alipayLink('s'))}`, 'en'),
    ];
    for (const { id, name, appAccounts } of people) {
      expect(zh.includes(`name="person" value="${id}"`)).toBe(appAccounts !== undefined);
      expect(en.includes(`>${name.en}</span>`)).toBe(appAccounts !== undefined);
    }
    for (const text of [
      'signs them in',
      'asks for an SMS code',
      'accept the agreement first',
      'is disabled',
      'one-click',
      'already filled in',
      'only mainland China numbers',
    ])
      expect(en).toContain(text);
  });

  test('shows an accessible error when no app can read the QR code', async () => {
    const { page } = await open();
    const body = await page('/phone?code=hello', 'en');
    expect(body).toContain('role="alert">No app can read this QR code.');
    expect(body).toMatch(/aria-describedby="code-hint code-error"\s+aria-invalid="true"/);
    expect(await page('/phone', 'en')).not.toMatch(/role="alert"|aria-invalid/);
  });

  test('completes every step with HTML forms', async () => {
    const { submit, page, calls } = await open({}, true);
    const response = await submit('/phone/scan', { content: alipayLink('s'), person: 'carol' });
    expect(response.statusCode).toBe(303);
    const url = String(response.headers.location).replace('/sandbox', '');
    const scanned = await page(url, 'en');
    for (const text of ['Carol Gao’s phone · Alipay', 'sign.example.com', 'Chrome · Windows', '203.0.113.*', 'Not me'])
      expect(scanned).toContain(text);
    expect(scanned).toContain('Alipay shares your phone number with the site');
    expect(scanned).toContain('<title>Sign in? · Phone · Foyer</title>');

    const scan = url.split('=')[1]!;
    const answered = await submit('/phone/answer', { scan, confirm: 'false' });
    expect(answered.headers.location).toBe(`/sandbox/phone?scan=${scan}`);
    expect(calls.at(-1)?.body).toEqual({ ticket: 't', confirmed: false });
    const declined = await page(url, 'en');
    expect(declined).toContain('No one was signed in.');
    expect(declined).not.toContain('name="confirm"');
  });

  test('warns when the browser is in another country', async () => {
    const { scan, page } = await open({ elsewhere: true });
    expect(await page(`/phone?scan=${(await scan(alipayLink('s'))).scan}`, 'en')).toContain('in a different country');
    const near = await open();
    expect(await near.page(`/phone?scan=${(await near.scan(alipayLink('s'))).scan}`, 'en')).not.toContain('Be careful');
  });

  test('names the document that the person signs in to sign', async () => {
    const { scan, page } = await open({ document: { title: 'Lease <2026>', sender: 'ACME' } });
    expect(await page(`/phone?scan=${(await scan(alipayLink('s'))).scan}`, 'en')).toContain(
      'Sign in to sign “Lease &#60;2026&#62;”, sent by ACME',
    );
  });

  test('shows an unknown device when the browser does not identify itself [AC-10]', async () => {
    const { scan, page } = await open({ device: '' });
    expect(await page(`/phone?scan=${(await scan(alipayLink('s'))).scan}`, 'en')).toContain('<dd>Unknown</dd>');
  });

  test('moves the clock and returns to the scan', async () => {
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

  test('sets the fault mode of an app and returns to the phone page', async () => {
    const { submit, page } = await open();
    const set = await submit('/alipay/fault', { mode: 'down' });
    expect(set.headers.location).toBe('/sandbox/phone#faults');
    expect(await page('/phone')).toMatch(/value="down" aria-pressed="true"/);
  });

  test('escapes markup in the QR code and in the offer', async () => {
    const markup = '"><script>alert(1)</script>';
    const { page, scan } = await open({ device: markup, site: markup });
    for (const query of [`code=${encodeURIComponent(markup)}`, `scan=${(await scan(alipayLink('s'))).scan}`]) {
      const html = await page(`/phone?${query}`);
      expect(html).toContain('&#60;script');
      expect(html).not.toContain('<script');
    }
  });

  test('has no script and no inline style, which the content security policy forbids', async () => {
    const { page, app, scan } = await open();
    for (const url of ['/phone', `/phone?scan=${(await scan(alipayLink('s'))).scan}`])
      expect(await page(url)).not.toMatch(/<style|\sstyle=|\son\w+=|<script/);
    const style = await app.inject('/sandbox/sandbox.css');
    expect(style.headers['content-type']).toBe('text/css; charset=utf-8');
  });

  test('links to the same step in the other language', async () => {
    const { page, scan } = await open();
    const { scan: id } = await scan(alipayLink('s'));
    expect(await page(`/phone?scan=${id}`)).toContain(`href="/sandbox/phone?scan=${id}&#38;lang=en-US"`);
    expect(await page('/phone')).toContain('href="/sandbox/phone?lang=en-US"');
  });
});
