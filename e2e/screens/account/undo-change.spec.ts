import { getContactUndo, undoContactChange } from '@foyer/contract/flows/contact-change';
import { sendCodeToMobile } from '@foyer/contract/flows/send-code';
import { expect, test } from '../../fixtures/screen.ts';
import { minutesAgo } from '../../scripted/usual-answers.ts';

test('a number that has another account now is proven by a code before the change is undone [D-50]', async ({
  page,
  code,
  site,
  t,
}) => {
  const change = { kind: 'mobile', before: '138****8000', after: '139****9000' } as const;
  const times = { changedAt: minutesAgo(60), undoUntil: minutesAgo(-60) };
  site.answer(getContactUndo, { is: 'done', data: { ...change, ...times } });
  site.answer(sendCodeToMobile, { is: 'done', data: { serviceId: 'code-1', sentTo: '138****8000' } });
  site.answer(
    undoContactChange,
    { is: 'needsContactCode', data: { kind: 'mobile', contact: '138****8000' } },
    { is: 'wrongCode', data: { attemptsLeft: 4 } },
    { is: 'done', data: null },
  );
  const submit = page.getByRole('button', { name: t('undo.submit') });
  await page.goto('/undo#handle-1');
  await submit.click();
  await test.step('the first code is sent without a press, to the number of the link', async () => {
    await expect(page.getByText(t('undo.proveLead', { contact: '138****8000' }))).toBeVisible();
    await expect(code.input).toBeFocused();
    await code.sentTo.waitFor();
    expect(site.bodiesOf(sendCodeToMobile)).toMatchObject([{ bizType: 'UNDO_CONTACT', preServiceId: 'handle-1' }]);
    await expect(submit).toBeDisabled();
  });
  await test.step('a wrong code is marked, the right one undoes the change', async () => {
    await code.input.fill('111111');
    await expect(page.getByText(t.refusal('wrongCode', { attemptsLeft: 4 }))).toBeVisible();
    await code.input.fill('482913');
    await expect(page.getByRole('heading', { name: t('undo.done') })).toBeFocused();
  });
  expect(site.bodiesOf(undoContactChange)).toEqual([
    { undoHandle: 'handle-1' },
    { undoHandle: 'handle-1', serviceId: 'code-1', credentials: '111111' },
    { undoHandle: 'handle-1', serviceId: 'code-1', credentials: '482913' },
  ]);
});

test('a change that support was asked for is stopped by the link, and the page does not say that anyone was signed out', async ({
  page,
  site,
  t,
}) => {
  const [before, after] = ['138****8000', '139****9000'];
  const [changedAt, takesPlaceAt] = [minutesAgo(60), minutesAgo(-60)];
  const times = { changedAt, undoUntil: takesPlaceAt, takesPlaceAt };
  site.answer(getContactUndo, { is: 'done', data: { kind: 'mobile', before, after, ...times } });
  site.answer(undoContactChange, { is: 'done', data: null });
  await page.goto('/undo#handle-1');
  await expect(page.getByText(t('undo.effect'))).toHaveCount(0);
  await expect(page.getByText(after)).toBeVisible();
  await page.getByRole('button', { name: t('stop.submit') }).click();
  await expect(page.getByRole('heading', { name: t('stop.done') }), 'the result is read out').toBeFocused();
  await expect(page.getByText(t('stop.doneLead'))).toBeVisible();
  expect(site.bodiesOf(undoContactChange)).toEqual([{ undoHandle: 'handle-1' }]);
});
