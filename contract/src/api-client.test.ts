import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { defineCall } from './call.ts';
import { createApi } from './api-client.ts';
import { getArticles } from './flows/help-desk.ts';
import { commitPassword } from './flows/password-login.ts';
import { endSession } from './flows/session.ts';

type Sent = { url: string; init: RequestInit };

/** A wire that writes down what was sent and answers as told. */
function wire(answer: (sent: Sent) => unknown = () => ({ code: 0, data: null })) {
  const sent: Sent[] = [];
  const api = createApi({
    base: '/api',
    language: () => 'en-US',
    timeout: 1,
    async send(url, init) {
      sent.push({ url, init });
      return { json: async () => answer({ url, init }) };
    },
  });
  return { api, sent };
}

const knock = defineCall({
  method: 'GET',
  path: '/doors/:door',
  purpose: 'Knock',
  request: v.object({ door: v.string(), times: v.optional(v.number()) }),
  response: v.null(),
  refusals: {},
});

describe('what goes over the wire', () => {
  test('a body, the language, and the headers of the call', async () => {
    const { api, sent } = wire();
    const ask = {
      principal: 'mei@example.com',
      credentials: 'a'.repeat(64),
      loginParams: { endpoint: 'PC' as const, env: { fingerprint: 'f1' } },
    };
    await api(commitPassword, ask);
    expect(sent[0]!.url).toBe('/api/login/commit/user');
    expect(sent[0]!.init).toMatchObject({
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'X-Tsign-Open-Language': 'en-US', 'Content-Type': 'application/json', event: 'acc_register' },
    });
    expect(sent[0]!.init.body).toBe(JSON.stringify(ask));
  });

  test('parts of the path, escaped, and the rest as a query', async () => {
    const { api, sent } = wire();
    await api(knock, { door: 'a/b?c', times: 2 });
    await api(knock, { door: 'front', times: undefined });
    expect(sent.map(({ url }) => url)).toEqual(['/api/doors/a%2Fb%3Fc?times=2', '/api/doors/front']);
    expect(sent[0]!.init.body).toBeUndefined();
  });

  test('what stands in the path is not said again in the body', async () => {
    const { api, sent } = wire();
    await api(endSession, { id: 's1' });
    expect(sent[0]).toMatchObject({ url: '/api/user/accounts/sessions/s1/end', init: { body: '{}' } });
  });

  test('a header given with the call', async () => {
    const { api, sent } = wire();
    await api(knock, { door: 'front' }, { headers: { 'X-Tsign-Open-Access-Code': 'c1' } });
    expect(sent[0]!.init.headers).toMatchObject({ 'X-Tsign-Open-Access-Code': 'c1' });
  });

  test('the help desk is asked for the first ten articles by default', () => {
    const asked = v.parse(getArticles.request, { productCode: 'yunzhang', areaCode: 'login_page' });
    expect(asked).toMatchObject({ pageNo: 1, pageSize: 10, hasCount: false });
    const fromAddress = {
      productCode: 'yunzhang',
      areaCode: 'login_page',
      pageNo: '2',
      pageSize: '5',
      hasCount: 'true',
    };
    expect(v.parse(getArticles.request, fromAddress)).toMatchObject({ pageNo: 2, pageSize: 5, hasCount: true });
    expect(v.parse(getArticles.request, { ...fromAddress, hasCount: 'false' })).toMatchObject({ hasCount: false });
  });
});

describe('a wire that fails is silence, not a crash', () => {
  test('a dropped connection', async () => {
    const api = createApi({
      base: '',
      language: () => 'zh-CN',
      send: () => Promise.reject(new TypeError('Failed to fetch')),
    });
    expect(await api(knock, { door: 'front' })).toEqual({ is: 'noAnswer' });
  });

  test('a page instead of JSON', async () => {
    const { api } = wire(() => JSON.parse('<!doctype html>') as unknown);
    expect(await api(knock, { door: 'front' })).toEqual({ is: 'noAnswer' });
  });

  test('an answer that never comes: patience ends, and the request with it', async () => {
    const { api, sent } = wire(({ init }) => untilAborted(init.signal!));
    expect(await api(knock, { door: 'front' })).toEqual({ is: 'noAnswer' });
    expect(sent[0]!.init.signal!.aborted).toBe(true);
  });

  test('a person who has left', async () => {
    const leaving = new AbortController();
    const api = createApi({
      base: '',
      language: () => 'zh-CN',
      send: async (_, init) => ({ json: () => untilAborted(init.signal!) }),
    });
    const reply = api(knock, { door: 'front' }, { signal: leaving.signal });
    leaving.abort();
    expect(await reply).toEqual({ is: 'noAnswer' });
  });

  test('half a character where the path wants a word', async () => {
    const { api, sent } = wire();
    expect(await api(knock, { door: '\ud800' })).toEqual({ is: 'noAnswer' });
    expect(sent).toEqual([]);
  });

  test('any junk at all', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), async (junk) => {
        const { api } = wire(() => junk);
        expect(['done', 'refused', 'noAnswer']).toContain((await api(knock, { door: 'front' })).is);
      }),
    );
  });
});

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
