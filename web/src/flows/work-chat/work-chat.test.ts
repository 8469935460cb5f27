import type { CallResult } from '@foyer/contract/call';
import type { requestWecomScan } from '@foyer/contract/flows/work-chat';
import { expect, test, vi } from 'vitest';
import { run } from '../../platform/machine/machine.ts';
import { type WorkChatState, workChat } from './work-chat.machine.ts';

type Reply = CallResult<typeof requestWecomScan>;

/** Presses the button twice. */
async function press(reply: Reply) {
  const request = vi.fn(async (_: AbortSignal) => reply);
  const shown: WorkChatState[] = [];
  const flow = run(workChat(request), (state) => shown.push(state));
  expect(request).not.toHaveBeenCalled();
  flow.send({ is: 'press' });
  flow.send({ is: 'press' });
  await vi.waitFor(() => expect(shown).toHaveLength(2));
  expect(request).toHaveBeenCalledTimes(1);
  return { shown, flow, request };
}

test('two presses send one request and open WeCom [SO-15]', async () => {
  const { shown, flow, request } = await press({ is: 'done', data: { url: 'https://wecom.example/' } });
  expect(shown).toEqual([{ at: 'requesting' }, { at: 'redirecting', url: 'https://wecom.example/' }]);
  flow.send({ is: 'press' });
  expect(request).toHaveBeenCalledTimes(1);
});

test('a failure is reported and the button can be pressed again', async () => {
  const { shown, flow, request } = await press({ is: 'noResponse' });
  expect(shown.at(-1)).toEqual({ at: 'ready', failure: 'noResponse' });
  flow.send({ is: 'press' });
  await vi.waitFor(() => expect(request).toHaveBeenCalledTimes(2));
});
