import type { TestApp } from '../test-app.ts';

type Browser = ReturnType<TestApp['browser']>;

/** The steps of a computer and a phone between which a sign-in continues. */
export function handoffHelpers(services: TestApp) {
  const start = async (computer: Browser, more: object = {}) =>
    (await computer.post('/login/phone/start', more)).data as { handoffId: string; token: string };
  const poll = (computer: Browser, handoffId: unknown) => computer.post('/login/phone/poll', { handoffId });
  const ask = (phone: Browser, token?: string) => phone.post('/login/phone/ask', { ...(token && { token }) });
  const answer = (phone: Browser, ticket: unknown, more: object) =>
    phone.post('/login/phone/answer', { ticket, ...more });

  /** Up to the question on the phone, where the person has just signed in. */
  async function asked(
    signIn: (phone: Browser) => Promise<unknown>,
    { computer = services.browser(), phone = services.browser(), more = {} } = {},
  ) {
    const { handoffId, token } = await start(computer, more);
    await ask(phone, token);
    services.moveClock(1);
    await signIn(phone);
    const { data: offer } = await ask(phone);
    const { data: pending } = await poll(computer, handoffId);
    return { computer, phone, handoffId, token, offer, ticket: offer?.['ticket'], number: Number(pending?.['number']) };
  }

  return { start, poll, ask, answer, asked };
}
