import { expect, test, vi } from 'vitest';
import { run } from '../../platform/machine/machine.ts';
import { type QuestionState, oneQuestion } from './one-question.machine.ts';

type Question = { application: string };
type Answered = { url: string };
type Service = Parameters<typeof oneQuestion<Question, Answered>>[0];
const question = { application: 'Partner' };
const asked = { is: 'done', data: question };
const expired = { is: 'authorisationExpired' };

async function open(service: Partial<Service> = {}) {
  const answer = vi.fn(service.answer ?? (async () => ({ is: 'done', data: { url: '/next' } })));
  const shown: QuestionState<Question, Answered>[] = [];
  const machine = oneQuestion<Question, Answered>({ load: service.load ?? (async () => asked), answer });
  const page = run(machine, (state) => shown.push(state));
  const until = (state: object) => vi.waitFor(() => expect(shown.at(-1)).toEqual(state));
  return { page, answer, until };
}

test.each([true, false])('the first answer counts and brings what follows: %s', async (agreed) => {
  const { page, answer, until } = await open();
  await until({ at: 'asked', question });
  page.send({ is: 'answer', agreed });
  page.send({ is: 'answer', agreed: !agreed });
  await until({ at: 'answered', question, agreed, data: { url: '/next' } });
  expect(answer.mock.calls).toEqual([[agreed]]);
});

test('an answer that did not arrive can be given again', async () => {
  const { page, until } = await open({ answer: async () => ({ is: 'noResponse' }) });
  await until({ at: 'asked', question });
  page.send({ is: 'answer', agreed: true });
  await until({ at: 'asked', question, failure: 'noResponse' });
});

test('a question that has expired ends, before or at the answer', async () => {
  const { until } = await open({ load: async () => expired });
  await until({ at: 'expired' });
  const late = await open({ answer: async () => expired });
  await late.until({ at: 'asked', question });
  late.page.send({ is: 'answer', agreed: true });
  await late.until({ at: 'expired' });
});

test('a question that did not load is loaded again', async () => {
  const load = vi.fn<Service['load']>(async () => asked).mockResolvedValueOnce({ is: 'noResponse' });
  const { page, until } = await open({ load });
  await until({ at: 'notLoaded', failure: 'noResponse' });
  page.send({ is: 'retry' });
  await until({ at: 'asked', question });
});
