import { expect, test, vi } from 'vitest';
import { qr } from '@foyer/contract/limits';
import { resultCodes } from '@foyer/contract/result-codes';
import { minutes, seconds } from '@foyer/contract/time';
import { run } from '../../platform/machine/machine.ts';
import { pass, setVisibility, stubPage } from '../../platform/machine/stub-page.ts';
import { type ComputerService, type ComputerState, continueOnPhone } from './continue-on-phone.machine.ts';

type Polled = Awaited<ReturnType<ComputerService['poll']>>;

const waiting: Polled = { is: 'pending', data: { opened: false } };
const session = { ouid: 'alice', loginDoubleCheck: false, needAgreement: false, newUser: false };

stubPage();

/** Starts the flow with a stub service. Links are numbered: handoff-1, handoff-2 … */
async function open(...polls: Polled[]) {
  let count = 0;
  const start = vi.fn<ComputerService['start']>(async () => {
    count += 1;
    return { is: 'done', data: { handoffId: `handoff-${count}`, token: `token-${count}` } };
  });
  const poll = vi.fn<ComputerService['poll']>(async () => waiting);
  for (const reply of polls) poll.mockResolvedValueOnce(reply);
  let state: ComputerState = { at: 'loading', replaces: undefined };
  const flow = run(continueOnPhone({ start, poll }), (next) => (state = next));
  await pass(0);
  return { start, poll, flow, state: () => state };
}

test('shows the link, and polls it every three seconds from then on', async () => {
  const { start, poll, state } = await open();
  expect(start).toHaveBeenCalledExactlyOnceWith(undefined, expect.anything());
  expect(state()).toMatchObject({ at: 'shown', link: { handoffId: 'handoff-1', token: 'token-1' }, opened: false });
  await pass(seconds(3) - 1);
  expect(poll).not.toHaveBeenCalled();
  await pass(1);
  expect(poll).toHaveBeenCalledExactlyOnceWith('handoff-1', expect.anything());
  await pass(seconds(30));
  expect(poll).toHaveBeenCalledTimes(11);
});

test('sends no poll before the last one is answered; the next is then due at once', async () => {
  const { poll } = await open();
  let respond = (_: Polled) => {};
  poll.mockImplementationOnce(() => new Promise((resolve) => (respond = resolve)));
  await pass(seconds(10));
  expect(poll).toHaveBeenCalledTimes(1);
  respond(waiting);
  await pass(0);
  expect(poll).toHaveBeenCalledTimes(2);
});

test('does not poll while the page is hidden, and polls at once when it is visible again', async () => {
  const { poll } = await open();
  setVisibility('hidden');
  await pass(minutes(2));
  expect(poll).not.toHaveBeenCalled();
  setVisibility('visible');
  await pass(0);
  expect(poll).toHaveBeenCalledTimes(1);
});

test('shows that a phone has opened the link, and then the number', async () => {
  const { state } = await open(
    { is: 'pending', data: { opened: true } },
    { is: 'pending', data: { opened: true, number: 42 } },
  );
  await pass(qr.pollInterval);
  expect(state()).toMatchObject({ at: 'shown', opened: true, number: undefined });
  await pass(qr.pollInterval);
  expect(state()).toMatchObject({ at: 'shown', opened: true, number: 42 });
});

test('drops the number when the service no longer reports one', async () => {
  const { state } = await open(
    { is: 'pending', data: { opened: true, number: 42 } },
    { is: 'pending', data: { opened: true } },
  );
  await pass(qr.pollInterval * 2);
  expect(state()).toMatchObject({ at: 'shown', number: undefined });
});

const identityCheck = { name: 'A*', desIdNo: '3301**********0012', serviceId: 'check-1' };

test.each<[string, Polled, object]>([
  ['is signed in', { is: 'done', data: session }, { is: 'signedIn', ...session }],
  [
    'needs an identity check',
    { is: 'needsIdentityCheck', data: identityCheck },
    { is: 'needsIdentityCheck', ...identityCheck },
  ],
])('ends with the outcome when the person %s, and polls no more', async (_, reply, outcome) => {
  const { poll, state } = await open(reply);
  await pass(minutes(1));
  expect(state()).toEqual({ at: 'finished', outcome });
  expect(poll).toHaveBeenCalledTimes(1);
});

test.each<[string, Polled, unknown]>([
  ['expired', { is: 'authorisationExpired', data: null }, 'expired'],
  ['declined', { is: 'scanDeclined', data: null }, 'declined'],
  [
    'another country',
    { is: 'scanFromOtherCountry', data: null, message: 'Elsewhere' },
    { failure: { message: 'Elsewhere' } },
  ],
  [
    'a disabled account',
    { is: 'accountDisabled', data: {}, message: 'Disabled' },
    { failure: { message: 'Disabled' } },
  ],
  [
    'no second factor',
    { is: 'secondFactorUnavailable', data: null, message: 'No second factor' },
    { failure: { message: 'No second factor' } },
  ],
  [
    'a closed identity check',
    { is: 'identityCheckClosed', data: { retryAfter: 60 }, message: 'Closed' },
    { failure: { message: 'Closed' } },
  ],
  [
    'an unknown refusal',
    { is: 'refused', code: 1, message: 'Closed on Sundays' },
    { failure: { message: 'Closed on Sundays' } },
  ],
])('%s ends the link, and a new one replaces it when the person asks', async (_, reply, why) => {
  const { start, poll, flow, state } = await open(reply);
  await pass(minutes(1));
  expect(state()).toEqual({ at: 'ended', why, replaces: 'handoff-1' });
  expect(poll).toHaveBeenCalledTimes(1);
  flow.send({ is: 'again' });
  await pass(0);
  expect(start).toHaveBeenLastCalledWith('handoff-1', expect.anything());
  expect(state()).toMatchObject({ at: 'shown', link: { handoffId: 'handoff-2' }, opened: false });
  await pass(qr.pollInterval);
  expect(poll).toHaveBeenLastCalledWith('handoff-2', expect.anything());
});

test('a new link shows nothing of the one before it', async () => {
  const { flow, state } = await open(
    { is: 'pending', data: { opened: true, number: 42 } },
    { is: 'authorisationExpired', data: null },
  );
  await pass(qr.pollInterval * 2);
  flow.send({ is: 'again' });
  await pass(0);
  expect(state()).toMatchObject({ opened: false });
  expect(state()).not.toHaveProperty('number', 42);
});

test('a busy service is polled again', async () => {
  const { poll, state } = await open({ is: 'refused', code: resultCodes.busy, message: 'Busy' });
  await pass(qr.pollInterval * 2);
  expect(state().at).toBe('shown');
  expect(poll).toHaveBeenCalledTimes(2);
});

test('one poll without a response is tolerated, two in a row end the link', async () => {
  const lost: Polled = { is: 'noResponse' };
  const { state } = await open(lost, waiting, lost, lost);
  await pass(qr.pollInterval * 3);
  expect(state().at).toBe('shown');
  await pass(qr.pollInterval);
  expect(state()).toEqual({ at: 'ended', why: { failure: 'noResponse' }, replaces: 'handoff-1' });
});

test('a link that is not made is asked for again, in place of none', async () => {
  const { start, flow, state } = await open({ is: 'authorisationExpired', data: null });
  await pass(qr.pollInterval);
  start.mockResolvedValueOnce({ is: 'noResponse' });
  flow.send({ is: 'again' });
  await pass(0);
  expect(state()).toEqual({ at: 'ended', why: { failure: 'noResponse' }, replaces: undefined });
  flow.send({ is: 'again' });
  await pass(0);
  expect(start).toHaveBeenLastCalledWith(undefined, expect.anything());
  expect(state().at).toBe('shown');
});

test('a link that is shown is not replaced', async () => {
  const { start, flow } = await open();
  flow.send({ is: 'again' });
  await pass(0);
  expect(start).toHaveBeenCalledTimes(1);
});
