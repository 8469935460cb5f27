import { expect, test } from 'vitest';
import { type Problems, ssoDomain } from './sso-domain.machine.ts';

const signal = new AbortController().signal;
type Service = Parameters<typeof ssoDomain>[0];

/** What becomes of a domain that someone submits. */
async function submit(domain: string, service: Partial<Service> = {}, agreed = true) {
  const asked: [string, string | undefined][] = [];
  const machine = ssoDomain({
    site: 'example.com',
    ask: async (named, _, auth) => {
      asked.push([named, auth]);
      return { is: 'done', data: { ifExistDomain: true, targetUrl: 'https://idp.example.org/' } };
    },
    checkHuman: async () => ({ auth: 'pass' }),
    ...service,
  });
  let state = machine.next(machine.start, { is: 'submit', typed: { domain, agreed } });
  for (const thing of machine.running(state))
    if ('work' in thing) state = machine.next(state, await thing.work(signal));
  return { state, asked };
}
const problemsOf = ({ state }: { state: { at: string; problems?: Problems } }) => state.problems;

test('a domain is asked for as it is called, however it was pasted [SO-03]', async () => {
  for (const typed of ['acme', ' ACME ', 'https://acme.sso.example.com/login', 'ａｃｍｅ']) {
    const { state, asked } = await submit(typed);
    expect(asked).toEqual([['acme', undefined]]);
    expect(state).toEqual({ at: 'ended', result: 'https://idp.example.org/' });
  }
});

test('nothing is asked about no domain, about what cannot be one, or without the agreement [SO-02] [SO-03]', async () => {
  for (const [typed, wrong] of [
    ['  ', 'empty'],
    ['a.b', 'invalid'],
    ['evil.test/', 'invalid'],
    ['公司', 'invalid'],
  ] as const) {
    const tried = await submit(typed);
    expect(problemsOf(tried)).toEqual({ domain: wrong });
    expect(tried.asked).toEqual([]);
  }
  expect(problemsOf(await submit('acme', {}, false))).toEqual({ agreed: 'needed' });
});

test('a domain that nobody has is told at the field [SO-04]', async () => {
  const nobody = async () => ({ is: 'done', data: { ifExistDomain: false } }) as const;
  expect(problemsOf(await submit('nobody', { ask: nobody }))).toEqual({ domain: 'notFound' });
});

test('someone who keeps guessing shows that they are a person and is answered then', async () => {
  const asked: (string | undefined)[] = [];
  const ask: Service['ask'] = async (_, __, auth) => {
    asked.push(auth);
    if (!auth) return { is: 'needsHumanCheck', data: undefined };
    return { is: 'done', data: { ifExistDomain: false } };
  };
  expect(problemsOf(await submit('guess', { ask }))).toEqual({ domain: 'notFound' });
  expect(asked).toEqual([undefined, 'pass']);
  const checkHuman = async () => ({ problem: 'humanCheck' as const });
  expect(problemsOf(await submit('guess', { ask, checkHuman }))).toEqual({ human: 'failed' });
});
