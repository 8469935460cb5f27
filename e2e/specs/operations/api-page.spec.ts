import { expect, test } from '../../fixtures/test.ts';

test('the API page makes no request to another origin and runs no script', async ({ page, service }) => {
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  await page.goto('/api/');
  await page.getByRole('link', { name: 'password-login' }).click();
  await expect(page.getByRole('heading', { name: 'POST /login/commit/user' })).toBeInViewport();
  await expect(page.locator('script')).toHaveCount(0);
  const otherPages = page.getByRole('navigation', { name: 'Other pages' });
  await expect(otherPages.getByRole('link', { name: 'Sandbox' })).toHaveAttribute('href', '/sandbox');
  await expect(otherPages.getByRole('link', { name: 'Sign-in page' })).toHaveAttribute('href', '/login/web');
  expect([...origins]).toEqual([service.origin]);
});
