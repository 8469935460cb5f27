import type { CallResult } from '@foyer/contract/call';
import type { getCurrentAccount } from '@foyer/contract/flows/session';
import { unlinkUndo } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import { expect, test, vi } from 'vitest';
import { run } from '../../platform/machine/machine.ts';
import { pass, stubPage } from '../../platform/machine/stub-page.ts';
import type { Account } from '../../parts/account/current-account.ts';
import { type Action, type ActionResult, type SessionState, session } from './session.machine.ts';

const identity = { id: 'one', provider: 'wechat', since: '2026-01-01T00:00:00Z' };
const application = { id: 'partner', name: 'Partner', since: '2026-01-01T00:00:00Z' };
const account: Account = {
  ouid: 'alice',
  realNameStatus: true,
  security: {},
  sessions: [],
  identities: [identity],
  applications: [application],
};

stubPage();

/** A home page that has loaded its account. */
async function openHome(data = account) {
  const perform = vi.fn(async (_: Action): Promise<ActionResult> => 'done');
  const load = vi.fn(async (): Promise<CallResult<typeof getCurrentAccount>> => ({ is: 'done', data }));
  const shown: SessionState[] = [];
  const page = run(session({ load, perform }), (state) => shown.push(state));
  await vi.waitFor(() => expect(shown.at(-1)).toMatchObject({ at: 'shown' }));
  return { page, load, perform, latest: () => shown.at(-1) };
}

test.each<Action>([{ type: 'unlink', id: identity.id }, { type: 'signOutOthers' }, { type: 'signOutEverywhere' }])(
  '$type asks first: cancelling changes nothing, confirming performs it once [D-18]',
  async (action) => {
    const { page, perform, latest } = await openHome();
    page.send({ is: 'act', action });
    expect(latest()).toEqual({ at: 'asking', account, action });
    page.send({ is: 'cancel' });
    expect(latest()).toEqual({ at: 'shown', account });

    page.send({ is: 'act', action });
    expect(perform).not.toHaveBeenCalled();
    page.send({ is: 'confirm' });
    page.send({ is: 'confirm' });
    await vi.waitFor(() => expect(latest()).not.toMatchObject({ at: 'acting' }));
    expect(perform.mock.calls).toEqual([[action]]);
  },
);

test.each<Action>([{ type: 'signOut' }, { type: 'endSession', id: 'two' }, { type: 'endAccess', id: 'partner' }])(
  '$type is performed without a question [D-18]',
  async (action) => {
    const { page, perform, latest } = await openHome();
    page.send({ is: 'act', action });
    await vi.waitFor(() => expect(latest()).not.toMatchObject({ at: 'acting' }));
    expect(perform.mock.calls).toEqual([[action]]);
  },
);

test('an application disappears when its access has ended', async () => {
  const { page, latest } = await openHome();
  page.send({ is: 'act', action: { type: 'endAccess', id: application.id } });
  await vi.waitFor(() =>
    expect(latest()).toEqual({ at: 'shown', message: 'accessEnded', account: { ...account, applications: [] } }),
  );
});

test('signing out other devices leaves this one in the list', async () => {
  const place = { way: 'password', factors: [], device: 'Chrome', address: '', createdAt: '', lastSeenAt: '' } as const;
  const here = { ...place, factors: [], id: 'here', current: true };
  const there = { ...place, factors: [], id: 'there', current: false };
  const { page, latest } = await openHome({ ...account, sessions: [here, there] });
  page.send({ is: 'act', action: { type: 'signOutOthers' } });
  page.send({ is: 'confirm' });
  await vi.waitFor(() =>
    expect(latest()).toMatchObject({ at: 'shown', message: 'othersEnded', account: { sessions: [{ id: 'here' }] } }),
  );
});

test.each<[ActionResult, object]>([
  ['cancelled', { at: 'shown', account }],
  ['lastWay', { at: 'shown', account, problem: { type: 'unlink', is: 'lastWay' } }],
])('an identity whose unlinking was %s stays', async (result, state) => {
  const { page, perform, latest } = await openHome();
  perform.mockResolvedValueOnce(result);
  page.send({ is: 'act', action: { type: 'unlink', id: identity.id } });
  page.send({ is: 'confirm' });
  await vi.waitFor(() => expect(latest()).toEqual(state));
});

test.each<[Action, string]>([
  [{ type: 'endSession', id: 'two' }, 'ended'],
  [{ type: 'signOut' }, 'signedOut'],
  [{ type: 'signOutEverywhere' }, 'signedOut'],
])('%o in a session that was ended elsewhere finds it %s', async (action, at) => {
  const { page, perform, latest } = await openHome();
  perform.mockResolvedValueOnce('notSignedIn');
  page.send({ is: 'act', action });
  page.send({ is: 'confirm' });
  await vi.waitFor(() => expect(latest()).toEqual({ at }));
});

test('an account that is read again after the session was ended elsewhere is shown no more', async () => {
  const { page, load, latest } = await openHome();
  load.mockResolvedValueOnce({ is: 'notSignedIn', data: null });
  page.send({ is: 'reload' });
  await vi.waitFor(() => expect(latest()).toEqual({ at: 'ended' }));
});

test('the account stays shown while it is read again, and after that fails', async () => {
  const { page, load, latest } = await openHome();
  load.mockResolvedValueOnce({ is: 'noResponse' });
  page.send({ is: 'reload' });
  expect(latest()).toEqual({ at: 'shown', account, reloading: 1 });
  await vi.waitFor(() => expect(latest()).toEqual({ at: 'shown', account, message: 'failed' }));
  load.mockResolvedValueOnce({ is: 'done', data: { ...account, name: 'New' } });
  page.send({ is: 'reload' });
  await vi.waitFor(() => expect(latest()).toEqual({ at: 'shown', account: { ...account, name: 'New' } }));
});

test('a change while the account is read again reads it once more, and what was read before it is not shown', async () => {
  const { page, load, latest } = await openHome();
  let answerFirst = (_: CallResult<typeof getCurrentAccount>) => {};
  load.mockReturnValueOnce(new Promise((resolve) => (answerFirst = resolve)));
  load.mockResolvedValueOnce({ is: 'done', data: { ...account, name: 'Second' } });
  page.send({ is: 'reload' });
  page.send({ is: 'reload' });
  answerFirst({ is: 'done', data: { ...account, name: 'First' } });
  await vi.waitFor(() => expect(latest()).toEqual({ at: 'shown', account: { ...account, name: 'Second' } }));
});

test('an identity that was unlinked can be linked again for a minute, which reads the account again', async () => {
  const { page, load, perform, latest } = await openHome();
  const unlink = async () => {
    page.send({ is: 'act', action: { type: 'unlink', id: identity.id } });
    page.send({ is: 'confirm' });
    await vi.waitFor(() => expect(latest()).toMatchObject({ at: 'shown', unlinked: { provider: 'wechat' } }));
  };
  await unlink();
  await pass(unlinkUndo.lifetime - seconds(2));
  expect(latest()).toMatchObject({ unlinked: { provider: 'wechat' } });
  page.send({ is: 'act', action: { type: 'undoUnlink' } });
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  await vi.waitFor(() => expect(latest()).toMatchObject({ at: 'shown', account: { identities: [identity] } }));
  expect(perform).toHaveBeenLastCalledWith({ type: 'undoUnlink' });
  await unlink();
  await pass(unlinkUndo.lifetime);
  expect(latest()).toMatchObject({ at: 'shown', unlinked: undefined });
});
