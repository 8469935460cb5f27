import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { defineCall, isMissing } from './call.ts';
import { createApi } from './api-client.ts';
import { getAgreement } from './flows/agreement.ts';
import { getArticles } from './flows/help-desk.ts';
import { getHumanCheck } from './flows/human-check.ts';
import { commitPassword } from './flows/password-login.ts';
import { endSession } from './flows/session.ts';
import { accessCodeHeader, fitsHeader } from './flows/sso-headers.ts';

type Sent = { url: string; init: RequestInit };

/** A fake `send` that records requests and returns the given response. */
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

const getItem = defineCall({
  method: 'GET',
  path: '/items/:item',
  purpose: 'Get an item',
  access: 'anyone',
  request: v.object({ item: v.string(), times: v.optional(v.number()) }),
  response: v.null(),
  refusals: {},
});

describe('a request', () => {
  test('has a JSON body, the language and the headers of the call', async () => {
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
      credentials: 'include',
      headers: { 'X-Tsign-Open-Language': 'en-US', 'Content-Type': 'application/json', event: 'acc_register' },
    });
    expect(sent[0]!.init.body).toBe(JSON.stringify(ask));
  });

  test('has escaped path parameters, and the other fields as the query', async () => {
    const { api, sent } = wire();
    await api(getItem, { item: 'a/b?c', times: 2 });
    await api(getItem, { item: 'first', times: undefined });
    expect(sent.map(({ url }) => url)).toEqual(['/api/items/a%2Fb%3Fc?times=2', '/api/items/first']);
    expect(sent[0]!.init.body).toBeUndefined();
  });

  test('does not repeat path parameters in the body', async () => {
    const { api, sent } = wire();
    await api(endSession, { id: 's1' });
    expect(sent[0]).toMatchObject({ url: '/api/user/accounts/sessions/s1/end', init: { body: '{}' } });
  });

  test('has the headers passed by the caller', async () => {
    const { api, sent } = wire();
    await api(getItem, { item: 'first' }, { headers: { 'X-Tsign-Open-Access-Code': 'c1' } });
    expect(sent[0]!.init.headers).toMatchObject({ 'X-Tsign-Open-Access-Code': 'c1' });
  });

  test('asks for the first ten articles by default', () => {
    const request = v.parse(getArticles.request, { productCode: 'yunzhang', areaCode: 'login_page' });
    expect(request).toMatchObject({ pageNo: 1, pageSize: 10, hasCount: false });
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

describe('a failed request results in noResponse', () => {
  test('when the connection drops', async () => {
    const api = createApi({
      base: '',
      language: () => 'zh-CN',
      send: () => Promise.reject(new TypeError('Failed to fetch')),
    });
    expect(await api(getItem, { item: 'first' })).toEqual({ is: 'noResponse' });
  });

  test('when the response is not JSON', async () => {
    const { api } = wire(() => JSON.parse('<!doctype html>') as unknown);
    expect(await api(getItem, { item: 'first' })).toEqual({ is: 'noResponse' });
  });

  test('when the timeout passes, and the request is aborted', async () => {
    const { api, sent } = wire(({ init }) => untilAborted(init.signal!));
    expect(await api(getItem, { item: 'first' })).toEqual({ is: 'noResponse' });
    expect(sent[0]!.init.signal!.aborted).toBe(true);
  });

  test('when the caller aborts', async () => {
    const leaving = new AbortController();
    const api = createApi({
      base: '',
      language: () => 'zh-CN',
      send: async (_, init) => ({ json: () => untilAborted(init.signal!) }),
    });
    const reply = api(getItem, { item: 'first' }, { signal: leaving.signal });
    leaving.abort();
    expect(await reply).toEqual({ is: 'noResponse' });
  });

  test('when a path parameter holds a lone surrogate', async () => {
    const { api, sent } = wire();
    expect(await api(getItem, { item: '\ud800' })).toEqual({ is: 'noResponse' });
    expect(sent).toEqual([]);
  });

  test('or in a refusal, for any response body', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), async (junk) => {
        const { api } = wire(() => junk);
        expect(['done', 'refused', 'noResponse']).toContain((await api(getItem, { item: 'first' })).is);
      }),
    );
  });
});

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });

describe('a back end that does not have a call', () => {
  const missing = createApi({
    base: '',
    language: () => 'en-US',
    send: async () => ({ status: 404, json: async () => JSON.parse('<!doctype html>') as unknown }),
  });

  test('differs from a lost response where the page works without the call', async () => {
    expect(isMissing(await missing(getAgreement, {}))).toBe(true);
    expect(isMissing(await missing(getHumanCheck, {}))).toBe(true);
  });

  test('counts as no response to any other call', async () => {
    expect(await missing(getItem, { item: 'first' })).toEqual({ is: 'noResponse' });
  });
});

test('a header carries any text but control characters and letters beyond Latin-1 [SO-05]', () => {
  for (const text of ['a', 'a.b~c/d+e==', 'eyJ.x_y-z', 'a b', 'é']) {
    expect(fitsHeader(text)).toBe(true);
    expect(() => new Headers({ [accessCodeHeader]: text })).not.toThrow();
  }
  for (const text of ['', '\0', 'a\nb', 'a\r', '中文', '😀']) expect(fitsHeader(text)).toBe(false);
});
