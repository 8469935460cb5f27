import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test, widths } from '../../fixtures/test.ts';
import { newMobile } from '../../support/people/new-accounts.ts';
import { registerAccount } from '../../support/people/register-account.ts';

test.use(widths.desktop);

test('after signing out no secret is in a URL, referrer, store, log or the memory of the page [AC-50]', async ({
  login,
  code,
  agreement,
  setPassword,
  home,
  outbox,
  page,
  context,
  request,
  service,
  allowErrors,
}) => {
  allowErrors(/status of 40\d/);
  const sent: string[] = [];
  context.on('request', (one) => sent.push(`${one.url()} ${one.headers()['referer'] ?? ''}`));
  const member = await registerAccount(request, outbox);
  const mobile = newMobile();
  const typed = 'Canary-wrong-7';
  const inUrl = { localAccount: '13712344321', redirectUrl: '/home?who=canary@example.com' };
  await page.goto(`/no/such/canary@example.com`);
  await request.post('/api/login/commit/user', {
    data: `{"principal":"${inUrl.localAccount}"`,
    failOnStatusCode: false,
  });
  await login.open(inUrl);
  await login.attempt({ ...member, password: typed });
  await login.errors.first().waitFor();
  await login.attempt(member);
  await agreement.agree.click();
  await home.greeting.waitFor();
  await home.signOut();

  await login.open({ preLoginWay: 'authCode' });
  await login.account.fill(mobile);
  await code.send();
  const number = await outbox.code(mobile);
  await code.input.fill(number);
  await agreement.agree.click();
  await setPassword.skip.click();
  await home.greeting.waitFor();
  await home.signOut();
  await login.waitForHydration();

  const hashes = [member.password, typed].map((password) => createHash('sha256').update(password).digest('hex'));
  // Six digits may be part of a longer number by chance.
  const asText = [`"${number}"`, `=${number}`];
  const canaries = [member.account, member.password, typed, ...hashes, mobile, ...asText];
  const stores = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  const cookies = JSON.stringify((await context.cookies()).filter(({ httpOnly }) => !httpOnly));
  const places = { sent: sent.join('\n'), stores, cookies, log: service.logs(), memory: await memoryOf(page) };
  expect(places.sent).toContain('/api/login/commit');
  expect(places.memory).toContain('planted in memory');
  expect(places.log).toContain('"result":"wrongCredentials"');
  for (const canary of [inUrl.localAccount, 'canary@example.com'])
    expect(places.log.includes(canary), `${canary} in the log`).toBe(false);
  for (const [place, text] of Object.entries(places))
    for (const canary of canaries) expect(text.includes(canary), `${canary} in ${place}`).toBe(false);
});

/** All strings in the page's memory after garbage collection. */
async function memoryOf(page: Page) {
  await page.evaluate(() => Reflect.set(window, 'seed', ['planted in memory']));
  const session = await page.context().newCDPSession(page);
  const parts: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => parts.push(chunk));
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  return parts.join('');
}
