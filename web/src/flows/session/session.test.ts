import { expect, test, vi } from 'vitest';
import { run } from '../../platform/machine/machine.ts';
import { type Account, type Action, type ActionResult, type SessionState, session } from './session.machine.ts';

const identity = { id: 'one', provider: 'wechat', since: '2026-01-01T00:00:00Z' };
const application = { id: 'partner', name: 'Partner', since: '2026-01-01T00:00:00Z' };
const account: Account = {
  ouid: 'alice',
  realNameStatus: true,
  sessions: [],
  identities: [identity],
  applications: [application],
};

/** A home page that has loaded its account. */
async function openHome() {
  const perform = vi.fn(async (_: Action): Promise<ActionResult> => 'done');
  const shown: SessionState[] = [];
  const page = run(session({ load: async () => ({ is: 'done', data: account }), perform }), (state) =>
    shown.push(state),
  );
  await vi.waitFor(() => expect(shown.at(-1)).toMatchObject({ at: 'shown' }));
  return { page, perform, latest: () => shown.at(-1) };
}

test.each<Action>([{ type: 'unlink', id: identity.id }, { type: 'signOutEverywhere' }])(
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
