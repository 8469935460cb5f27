import { expect, test, vi } from 'vitest';
import { run } from '../../platform/machine/machine.ts';
import { type AccessQuestionState, accessQuestion } from './access-question.machine.ts';

type Service = Parameters<typeof accessQuestion>[0];
const question = {
  application: 'Partner',
  account: '138****0001',
  scopes: ['openid' as const],
  signInUrl: '/login/web',
};
const asked = { is: 'done' as const, data: question };
const expired = { is: 'authorisationExpired' as const, data: undefined };

async function open(service: Partial<Service> = {}) {
  const answer = vi.fn(service.answer ?? (async () => ({ is: 'done' as const, data: { url: '/next' } })));
  const shown: AccessQuestionState[] = [];
  const page = run(accessQuestion({ load: service.load ?? (async () => asked), answer }), (state) => shown.push(state));
  const until = (state: object) => vi.waitFor(() => expect(shown.at(-1)).toEqual(state));
  return { page, answer, until };
}

test.each([true, false])('the first answer counts and names the next page: %s', async (allowed) => {
  const { page, answer, until } = await open();
  await until({ at: 'asked', question });
  page.send({ is: 'answer', allowed });
  page.send({ is: 'answer', allowed: !allowed });
  await until({ at: 'answered', question, allowed, url: '/next' });
  expect(answer.mock.calls).toEqual([[allowed]]);
});

test('an answer that did not arrive can be given again', async () => {
  const { page, until } = await open({ answer: async () => ({ is: 'noResponse' }) });
  await until({ at: 'asked', question });
  page.send({ is: 'answer', allowed: true });
  await until({ at: 'asked', question, failure: 'noResponse' });
});

test('a question that has expired ends, before or at the answer', async () => {
  const { until } = await open({ load: async () => expired });
  await until({ at: 'ended' });
  const late = await open({ answer: async () => expired });
  await late.until({ at: 'asked', question });
  late.page.send({ is: 'answer', allowed: true });
  await late.until({ at: 'ended' });
});

test('a question that did not load is loaded again', async () => {
  const load = vi.fn<Service['load']>(async () => asked).mockResolvedValueOnce({ is: 'noResponse' });
  const { page, until } = await open({ load });
  await until({ at: 'notLoaded', failure: 'noResponse' });
  page.send({ is: 'retry' });
  await until({ at: 'asked', question });
});
