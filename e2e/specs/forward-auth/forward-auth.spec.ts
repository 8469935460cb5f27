import { test as base, expect } from '../../fixtures/test.ts';
import { newDatabase } from '../../support/servers/databases.ts';
import { alice } from '../../support/people/people.ts';
import { freePort, startService } from '../../support/servers/service.ts';

/** The example: nginx in front of Foyer, a static site and an application that shows the headers that it receives. */
const test = base.extend({
  service: async ({}, provide) => {
    const port = `${await freePort()}`;
    const service = await startService(
      { ...(await newDatabase()), SITE_PORT: port },
      { script: 'examples/forward-auth/start.mjs', reachedAt: `http://localhost:${port}` },
    );
    await provide(service);
    await service.stop();
  },
});

test.use({ locale: 'zh-CN' });

const spoofed = {
  'X-Foyer-User': 'spoofed',
  'x-foyer-name': 'spoofed',
  'X-FOYER-EMAIL': 'spoofed',
  'X-Foyer-Mobile': 'spoofed',
  'x-Foyer-fActors': 'spoofed',
  'X-Foyer-Token': 'spoofed',
  X_Foyer_User: 'spoofed',
  'X-Foyer_User': 'spoofed',
  x_foyer_token: 'spoofed',
};

test('nginx lets people in who have signed in, and passes on who they are [AC-76]', async ({
  page,
  login,
  context,
}) => {
  const openApplication = async (headers: Record<string, string> = {}) => {
    const response = await context.request.get('/app/', { headers, maxRedirects: 0 });
    return { status: response.status(), text: await response.text() };
  };

  await test.step('a page is replaced by the sign-in page, which returns to it', async () => {
    expect(await openApplication({ ...spoofed, 'sec-fetch-mode': 'navigate' })).toMatchObject({ status: 303 });
    await page.goto('/site/prices.html?year=2026');
    await page.waitForURL('**/login/web?redirectUrl=*');
    await login.waitForHydration();
    await login.signIn(alice, '**/site/prices.html?year=2026');
    await expect(page.getByRole('heading', { name: 'Prices' })).toBeVisible();
  });

  await test.step('a Chinese name arrives whole', async () => {
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(page.locator('#name')).toHaveText(alice.name.zh);
  });

  await test.step('headers that a browser makes up do not reach the application, nor does the session', async () => {
    const { status, text } = await openApplication(spoofed);
    expect(status).toBe(200);
    expect(text).toContain(`X-Foyer-Name: ${encodeURIComponent(alice.name.zh)}\n`);
    expect(text).toMatch(/^X-Foyer-User: [\w-]+$/m);
    expect(text).toMatch(/^X-Foyer-Token: [\w-]+\.[\w-]+\.[\w-]+$/m);
    expect(text).not.toMatch(/spoofed|cookie|foyer_/i);
  });

  await test.step('cookies of the application reach it, among those of Foyer', async () => {
    const { origin } = new URL(page.url());
    await context.addCookies([
      { name: 'basket', value: 'a1', url: `${origin}/app/` },
      { name: 'my_foyer_x', value: 'kept', url: origin },
      { name: 'foyer_last', value: 'x', url: origin },
      { name: 'theme', value: 'dark', url: origin },
    ]);
    const { text } = await openApplication();
    expect(text).toMatch(/^Cookie: basket=a1; my_foyer_x=kept; theme=dark;? ?$/m);
  });

  await test.step('a WebSocket opens, and the application knows whose it is', async () => {
    const greeting = () =>
      page.evaluate(
        () =>
          new Promise((resolve) => {
            const socket = new WebSocket('/app/greeting');
            socket.onmessage = ({ data }) => resolve(data);
            socket.onerror = () => resolve('refused');
          }),
      );
    expect(await greeting()).toMatch(/^[\w-]{22}$/);
  });

  await test.step('a sign-out ends access', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/login/web?redirectUrl=*');
    expect(await openApplication({ 'sec-fetch-mode': 'navigate' })).toMatchObject({ status: 303 });
    expect(await openApplication({ 'sec-fetch-mode': 'cors' })).toMatchObject({ status: 401 });
  });
});
