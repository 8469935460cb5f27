import { messages } from '@foyer/contract/texts/zh-CN/messages';
import { hours } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/test.ts';
import { bob } from '../../support/people/people.ts';

test.use({ locale: 'en-US', resetDemo: true });

const mailbox = 'bob@example.com';
/** In the language of the account, which has not signed in yet. */
const removed = messages.noticeTitles.mobileRemoved;

test('a person who has lost the number has two-step verification reset after 72 hours and three notices', async ({
  login,
  secondFactor,
  outbox,
  page,
  service,
  t,
}) => {
  const { recovery } = secondFactor;
  const links = async () =>
    (await outbox.messages(mailbox)).flatMap(({ text }) => /\/undo#[\w-]+/.exec(text)?.[0] ?? []);
  const told = (count: number) => expect.poll(async () => (await links()).length, 'notices with a link').toBe(count);
  await test.step('the password and a code by e-mail ask for it', async () => {
    await login.open();
    await login.attempt({ ...bob, account: mailbox });
    await secondFactor.lost.click();
    await recovery.getByRole('textbox').fill(await outbox.code(mailbox));
    await expect(recovery.getByText(t('recovery.askedLead'))).toBeFocused();
    await told(1);
    await recovery.getByRole('button', { name: t('common.close'), exact: true }).click();
  });
  await test.step('nothing changes while it waits, and each notice has a link that stops it', async () => {
    await service.moveClock(hours(36));
    await told(2);
    await page.goto((await links())[0]!);
    await expect(page.getByRole('button', { name: t('stop.submit') })).toBeVisible();
    await service.moveClock(hours(30));
    await told(3);
    await login.open();
    await login.attempt({ ...bob, account: mailbox });
    await secondFactor.close.click();
  });
  await test.step('then the password is enough, and the lost number is gone', async () => {
    await service.moveClock(hours(6));
    const titles = async () => (await outbox.messages(mailbox)).map(({ subject }) => subject).join();
    await expect.poll(titles, 'the notice about the number').toContain(removed);
    await told(3);
    await login.open();
    await login.attempt({ ...bob, account: mailbox });
    await page.waitForURL('**/home');
    await page.goto('/account');
    const panel = page.getByRole('region', { name: t('factor.title') });
    await expect(panel).toContainText(t('factor.off'));
    await expect(panel).not.toContainText('138****8001');
  });
});
