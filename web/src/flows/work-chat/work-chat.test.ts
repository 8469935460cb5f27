import type { CallResult } from '@foyer/contract/call';
import type { requestWecomScan } from '@foyer/contract/flows/work-chat';
import { expect, test, vi } from 'vitest';
import { run } from '../../platform/machine/machine.ts';
import { type WorkChatState, workChat } from './work-chat.machine.ts';

type Told = CallResult<typeof requestWecomScan>;

/** Someone presses the button, twice. */
async function press(told: Told) {
  const ask = vi.fn(async (_: AbortSignal) => told);
  const shown: WorkChatState[] = [];
  const flow = run(workChat(ask), (state) => shown.push(state));
  expect(ask).not.toHaveBeenCalled();
  flow.send({ is: 'press' });
  flow.send({ is: 'press' });
  await vi.waitFor(() => expect(shown).toHaveLength(2));
  expect(ask).toHaveBeenCalledTimes(1);
  return { shown, flow, ask };
}

test('one press asks once and goes where WeCom is [SO-15]', async () => {
  const { shown, flow, ask } = await press({ is: 'done', data: { url: 'https://wecom.example/' } });
  expect(shown).toEqual([{ at: 'asking' }, { at: 'going', url: 'https://wecom.example/' }]);
  flow.send({ is: 'press' });
  expect(ask).toHaveBeenCalledTimes(1);
});

test('what did not work is told, and can be tried again', async () => {
  const { shown, flow, ask } = await press({ is: 'noAnswer' });
  expect(shown.at(-1)).toEqual({ at: 'offered', trouble: 'noAnswer' });
  flow.send({ is: 'press' });
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
});
