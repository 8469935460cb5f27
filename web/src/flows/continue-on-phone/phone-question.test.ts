import { expect, test, vi } from 'vitest';
import { run } from '../../platform/machine/machine.ts';
import { pass, stubPage } from '../../platform/machine/stub-page.ts';
import { type PhoneAnswer, type PhoneService, type PhoneState, phoneQuestion } from './phone-question.machine.ts';

type Asked = Awaited<ReturnType<PhoneService['ask']>>;

const offer = {
  ticket: 'ticket-1',
  site: 'sign.example.com',
  device: 'Chrome · Windows',
  address: '203.0.113.*',
  at: 0,
  elsewhere: false,
  account: 'An Lin',
  url: '/home',
};
const asked: Asked = { is: 'done', data: offer };

stubPage();

/** Opens the page on the phone with a stub service, which repeats its last answer. */
async function open(...replies: Asked[]) {
  const ask = vi.fn<PhoneService['ask']>(async () => (replies.length > 1 ? replies.shift()! : (replies[0] ?? asked)));
  const answer = vi.fn<PhoneService['answer']>(async () => ({ is: 'done', data: { result: 'confirmed' } }));
  let state: PhoneState = { at: 'loading' };
  const flow = run(phoneQuestion({ ask, answer }), (next) => (state = next));
  await pass(0);
  return { ask, answer, flow, state: () => state };
}

test('asks once the person has signed in, and leads to the sign-in before that', async () => {
  expect((await open({ is: 'done', data: null })).state()).toEqual({ at: 'signIn' });
  expect((await open(asked)).state()).toEqual({ at: 'asked', offer });
});

const ends = [
  ['an expired link', { is: 'authorisationExpired', data: null }, { at: 'expired' }],
  ['a paused account', { is: 'waitBeforeRetry', data: { retryAfter: 600 } }, { at: 'paused', retryAfter: 600 }],
] as const;

test.each(ends)('%s is shown when the link is opened', async (_, reply, end) => {
  expect((await open(reply as Asked)).state()).toEqual(end);
});

test.each([...ends, ['a session that has ended', { is: 'notSignedIn', data: null }, { at: 'signIn' }] as const])(
  '%s is shown after the answer',
  async (_, reply, end) => {
    const { answer, flow, state } = await open();
    answer.mockResolvedValueOnce(reply);
    flow.send({ is: 'answer', answer: { number: 42 } });
    await pass(0);
    expect(state()).toEqual(end);
  },
);

test('a question that did not load is asked for again', async () => {
  const { ask, flow, state } = await open({ is: 'noResponse' }, asked);
  expect(state()).toEqual({ at: 'notLoaded', failure: 'noResponse' });
  flow.send({ is: 'retry' });
  await pass(0);
  expect(ask).toHaveBeenCalledTimes(2);
  expect(state()).toEqual({ at: 'asked', offer });
});

test.each<[PhoneAnswer, 'confirmed' | 'wrongNumber' | 'declined']>([
  [{ number: 42 }, 'confirmed'],
  [{ number: 43 }, 'wrongNumber'],
  [{ notMine: false }, 'declined'],
  [{ notMine: true }, 'declined'],
])('the answer %o is sent with the ticket and shown with its result: %s', async (given, result) => {
  const { answer, flow, state } = await open();
  answer.mockResolvedValueOnce({ is: 'done', data: { result } });
  flow.send({ is: 'answer', answer: given });
  expect(state()).toEqual({ at: 'answering', offer, answer: given });
  await pass(0);
  expect(answer).toHaveBeenCalledExactlyOnceWith('ticket-1', given);
  expect(state()).toEqual({ at: 'answered', offer, answer: given, result });
});

test('a second answer while the first is under way is not sent', async () => {
  const { answer, flow } = await open();
  flow.send({ is: 'answer', answer: { number: 42 } });
  flow.send({ is: 'answer', answer: { notMine: true } });
  await pass(0);
  flow.send({ is: 'answer', answer: { notMine: true } });
  await pass(0);
  expect(answer).toHaveBeenCalledExactlyOnceWith('ticket-1', { number: 42 });
});

test('an answer that was lost is reported beside the question, and can be given again', async () => {
  const { answer, flow, state } = await open();
  answer.mockResolvedValueOnce({ is: 'noResponse' });
  flow.send({ is: 'answer', answer: { number: 42 } });
  await pass(0);
  expect(state()).toEqual({ at: 'asked', offer, failure: 'noResponse' });
  flow.send({ is: 'answer', answer: { number: 42 } });
  await pass(0);
  expect(answer).toHaveBeenCalledTimes(2);
  expect(state()).toMatchObject({ at: 'answered', result: 'confirmed' });
});
