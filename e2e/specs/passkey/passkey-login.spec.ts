import { commitPasskey, startPasskeySignIn } from '@foyer/contract/flows/passkey';
import { passkey as limits } from '@foyer/contract/limits';
import { resultCodes } from '@foyer/contract/result-codes';
import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures/test.ts';
import { watchCall } from '../../support/servers/calls.ts';
import { registerAndAgree } from '../../support/people/register-account.ts';
import { type Texts, texts } from '../../support/page/texts.ts';
import { addAuthenticator, simulateSilentCreation } from '../../support/people/virtual-authenticator.ts';

const offerOf = (page: Page, t: Texts) => page.getByRole('dialog', { name: t('passkey.offer.title') });
/** The page that a sign-in leads to has read the account, so that a sign-out does not interrupt it. */
async function arrive(page: Page, t: Texts) {
  await page.waitForURL('**/home');
  const section = page.getByRole('region', { name: t('passkey.section') });
  await expect(section.getByRole('button', { name: t('passkey.add') })).toBeEnabled();
  await page.waitForLoadState('networkidle');
}
const button = (page: Page, t: Texts) => page.getByRole('button', { name: t('passkey.entry'), exact: true });

test('a passkey is offered after a sign-in, and signs in from the autofill, by the button and by the card of its account', async ({
  page,
  request,
  login,
  home,
  outbox,
  t,
}) => {
  const member = await registerAndAgree(request, outbox);
  const authenticator = await addAuthenticator(page);
  await login.open();
  await login.fill(member);
  await login.submit.click();

  await test.step('the offer creates a passkey and the sign-in continues', async () => {
    await expect(offerOf(page, t)).toBeVisible();
    await offerOf(page, t)
      .getByRole('button', { name: t('passkey.offer.create') })
      .click();
    await arrive(page, t);
    expect(await authenticator.passkeys()).toHaveLength(1);
  });

  await test.step('the autofill signs in without an account name, and no offer follows', async () => {
    await page.context().clearCookies();
    await page.goto('/login/web');
    await arrive(page, t);
    await expect(page.locator('#devices').getByText(t('way.passkey')).first()).toBeVisible();
  });

  await test.step('the button signs in, and stops the autofill', async () => {
    await page.context().clearCookies();
    await authenticator.setUserPresence(false);
    const started = page.waitForResponse(`**/api${startPasskeySignIn.path}`);
    await login.open();
    await started;
    await expect(page.getByText(t('passkey.hint'))).toBeVisible();
    await authenticator.setUserPresence(true);
    await button(page, t).click();
    await arrive(page, t);
  });

  const card = page.getByRole('button', { name: member.account.slice(-4) });
  await test.step('a press on the card of the account asks for the passkey at once', async () => {
    await home.signOut();
    await expect(card).toContainText(t('chooser.method.passkey'));
    await card.press('Enter');
    await arrive(page, t);
  });

  await test.step('where the person does not unlock the device, the form stays, and asks again', async () => {
    await home.signOut();
    await authenticator.verify(false);
    const started = page.waitForResponse(`**/api${startPasskeySignIn.path}`);
    await card.press('Enter');
    await expect(login.password).toBeFocused();
    // The button is busy until the device has refused.
    await started;
    await expect(button(page, t)).not.toHaveAttribute('aria-busy');
    await authenticator.verify(true);
    await button(page, t).press('Enter');
    await arrive(page, t);
  });
});

test('the service refuses a passkey that was used before, copied, or asked for by another site', async ({
  page,
  request,
  login,
  outbox,
  allowErrors,
  t,
}) => {
  allowErrors(/passkey/);
  const member = await registerAndAgree(request, outbox);
  const authenticator = await addAuthenticator(page);
  await login.open();
  await login.fill(member);
  await login.submit.click();
  await offerOf(page, t)
    .getByRole('button', { name: t('passkey.offer.create') })
    .click();
  await arrive(page, t);
  const signIn = async () => {
    await page.context().clearCookies();
    await page.goto('/login/web');
  };

  await test.step('a challenge works once', async () => {
    // High, so that further uses by autofill do not reach it again after the counter is set back.
    await authenticator.setCounter(1000);
    const committed = page.waitForRequest(`**/api${commitPasskey.path}`);
    await signIn();
    const sent = await committed;
    await arrive(page, t);
    const again = await page.request.post(`/api${commitPasskey.path}`, {
      data: sent.postDataJSON(),
      headers: { origin: new URL(page.url()).origin },
    });
    expect(await again.json()).toMatchObject({ code: resultCodes.passkeyFailed });
  });

  await test.step('a counter that has not grown is refused, and the form stays', async () => {
    await authenticator.setCounter(0);
    await authenticator.setUserPresence(false);
    await signIn();
    await login.waitForHydration();
    await authenticator.setUserPresence(true);
    await button(page, t).click();
    await expect(page.getByText(texts('en-US').refusal('passkeyFailed'))).toBeVisible();
    await expect(login.account).toBeVisible();
  });

  await test.step('the browser does not use a passkey for another RP ID', async () => {
    await authenticator.setUserPresence(false);
    await page.route(`**/api${startPasskeySignIn.path}`, async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      await route.fulfill({ response, json: { ...body, data: { ...body.data, rpId: 'evil.example' } } });
    });
    await signIn();
    await login.waitForHydration();
    await button(page, t).click();
    await expect(page.getByText(t('passkey.notUsed'))).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
  });
});

test('an offer that is declined is made again after 30 days, or never', async ({
  page,
  request,
  login,
  outbox,
  service,
  t,
}) => {
  const member = await registerAndAgree(request, outbox);
  await addAuthenticator(page);
  const signIn = async () => {
    await page.context().clearCookies();
    await login.open();
    await login.fill(member);
    await login.submit.click();
  };

  for (const [answer, later] of [
    ['later', limits.offerAgainAfter],
    ['never', limits.offerAgainAfter * 12],
  ] as const) {
    await signIn();
    await offerOf(page, t)
      .getByRole('button', { name: t(`passkey.offer.${answer}`) })
      .click();
    await arrive(page, t);
    await service.moveClock(later);
  }
  await signIn();
  await arrive(page, t);
});

test('after a password a browser that can creates the passkey without a question', async ({
  page,
  request,
  login,
  outbox,
  t,
}) => {
  const member = await registerAndAgree(request, outbox);
  const authenticator = await addAuthenticator(page);
  await simulateSilentCreation(page);
  await login.open();
  await login.signIn(member);
  await arrive(page, t);
  expect(await authenticator.passkeys()).toHaveLength(1);
  expect(await page.context().cookies()).toContainEqual(expect.objectContaining({ name: 'created_silently' }));
  await test.step('and the passkey signs in', async () => {
    await page.context().clearCookies();
    await page.goto('/login/web');
    await arrive(page, t);
    await expect(page.locator('#devices').getByText(t('way.passkey')).first()).toBeVisible();
  });
});

test('a browser without passkeys shows neither button nor hint', async ({ page, login, t }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  const calls = watchCall(page, startPasskeySignIn);
  const qrCode = page.waitForResponse('**/api/login/oauth/request/**');
  await login.open();
  // Asked for when the page is idle, as passkeys would be.
  await qrCode;
  await expect(button(page, t)).toHaveCount(0);
  expect(calls).toEqual([]);
});
