import { resultCodes } from '@foyer/contract/result-codes';
import { expect, test } from 'vitest';
import { type Problems, ssoDomain } from './sso-domain.machine.ts';

const signal = new AbortController().signal;
type Service = Parameters<typeof ssoDomain>[0];

/** Submits the form once. */
async function submit(domain: string, service: Partial<Service> = {}, agreed = true) {
  const requests: [string, string | undefined][] = [];
  const found: string[] = [];
  const machine = ssoDomain({
    site: 'example.com',
    find: async (name, _, auth) => {
      requests.push([name, auth]);
      return { is: 'done', data: { ifExistDomain: true, targetUrl: 'https://idp.example.org/' } };
    },
    findByMail: async () => ({ is: 'done', data: {} }),
    onFound: (company) => found.push(company),
    checkHuman: async () => ({ auth: 'token' }),
    ...service,
  });
  let state = machine.next(machine.start, { is: 'submit', values: { domain, agreed } });
  for (const activity of machine.running(state))
    if ('work' in activity) state = machine.next(state, await activity.work(signal));
  return { state, requests, found };
}
const problemsOf = ({ state }: { state: { at: string; problems?: Problems } }) => state.problems;

test('requests the plain domain name, in whatever form it was pasted [SO-03]', async () => {
  for (const typed of ['acme', ' ACME ', 'https://acme.sso.example.com/login', 'ａｃｍｅ']) {
    const { state, requests } = await submit(typed);
    expect(requests).toEqual([['acme', undefined]]);
    expect(state).toEqual({ at: 'finished', result: 'https://idp.example.org/' });
  }
});

test('requests nothing for an empty or invalid domain or without the agreement [SO-02] [SO-03]', async () => {
  for (const [typed, problem] of [
    ['  ', 'empty'],
    ['acme@evil', 'invalid'],
    ['evil.test/', 'invalid'],
    ['公司', 'invalid'],
  ] as const) {
    const submitted = await submit(typed);
    expect(problemsOf(submitted)).toEqual({ domain: problem });
    expect(submitted.requests).toEqual([]);
  }
  expect(problemsOf(await submit('acme', {}, false))).toEqual({ agreed: 'needed' });
});

test('a site or a work address is resolved to the name of its company, without the rest of the address [D-12]', async () => {
  for (const typed of ['acme.com', 'You@ACME.com']) {
    const asked: string[] = [];
    const findByMail: Service['findByMail'] = async (mailDomain) => {
      asked.push(mailDomain);
      return { is: 'done', data: { domain: 'acme', company: 'Acme Ltd' } };
    };
    const { state, requests, found } = await submit(typed, { findByMail });
    expect([asked, requests, found]).toEqual([['acme.com'], [['acme', undefined]], ['Acme Ltd']]);
    expect(state).toMatchObject({ at: 'finished' });
  }
});

test.each([
  ['no company has it', { is: 'done', data: {} }, { domain: 'invalid' }],
  ['a back end does not have the call', { is: 'refused', code: resultCodes.notFound }, { domain: 'invalid' }],
  ['the network is down', { is: 'noResponse' }, { form: 'noResponse' }],
] as const)('a site is refused where %s [SO-03] [D-12]', async (_, reply, problems) => {
  const submitted = await submit('acme.com', { findByMail: async () => reply });
  expect(problemsOf(submitted)).toEqual(problems);
  expect(submitted.requests).toEqual([]);
});

test('a work address of no known company is reported as one that does not exist [SO-04]', async () => {
  for (const typed of ['you@unknown.com', 'you＠unknown．com'])
    expect(problemsOf(await submit(typed))).toEqual({ domain: 'notFound' });
});

test('an unknown domain is reported at its field [SO-04]', async () => {
  const find = async () => ({ is: 'done', data: { ifExistDomain: false } }) as const;
  expect(problemsOf(await submit('unknown', { find }))).toEqual({ domain: 'notFound' });
});

test('after many guesses the request is repeated with a human-check token', async () => {
  const tokens: (string | undefined)[] = [];
  const find: Service['find'] = async (_, __, auth) => {
    tokens.push(auth);
    if (!auth) return { is: 'needsHumanCheck', data: undefined };
    return { is: 'done', data: { ifExistDomain: false } };
  };
  expect(problemsOf(await submit('guess', { find }))).toEqual({ domain: 'notFound' });
  expect(tokens).toEqual([undefined, 'token']);
  const findByMail: Service['findByMail'] = async (_, __, auth) =>
    auth ? { is: 'done', data: {} } : { is: 'needsHumanCheck', data: undefined };
  expect(problemsOf(await submit('guess.com', { findByMail }))).toEqual({ domain: 'invalid' });
  const checkHuman = async () => ({ problem: 'humanCheck' as const });
  expect(problemsOf(await submit('guess', { find, checkHuman }))).toEqual({ human: 'failed' });
});
