import type { CallService } from '../service-client.ts';
import { openSandbox } from '../sandbox.fixture.ts';

interface Asked {
  path: string;
  body: Record<string, unknown>;
}

export const offer = {
  app: 'alipay',
  site: 'sign.example.com',
  device: 'Chrome · Windows',
  address: '203.0.113.*',
  at: Date.UTC(2026, 10, 15, 7, 59),
  elsewhere: false,
};

export const done = (data: unknown) => ({ code: 0, message: '', data });
export const expired = { code: 10000024, message: '', data: null };

/** A sandbox whose service answers as the test says, and notes what it was asked. */
export async function openPhone(answer: (asked: Asked) => unknown) {
  const asked: Asked[] = [];
  const callService: CallService = async (path, { body = '{}' }) => {
    const one = { path, body: JSON.parse(body) };
    asked.push(one);
    return { status: 200, body: JSON.stringify(await answer(one)) };
  };
  const { app, service } = await openSandbox({ callService });
  const post = (url: string, payload: object) => app.inject({ method: 'POST', url: `/sandbox${url}`, payload });
  return {
    app,
    service,
    asked,
    scan: async (content: string, person = 'alice') => (await post('/phone/scan', { content, person })).json(),
    answer: async (scan: string, confirm: boolean) => (await post('/phone/answer', { scan, confirm })).json(),
    post,
    /** As the page without script sends it. */
    submit: (url: string, fields: Record<string, string>) =>
      app.inject({
        method: 'POST',
        url: `/sandbox${url}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(fields).toString(),
      }),
    page: async (url: string, language = 'zh-CN') =>
      (await app.inject({ url: `/sandbox${url}`, headers: { 'accept-language': language } })).body,
  };
}

/** What the code of the sign-in page holds. */
export function alipayLink(s: string, { appId = '2021000000000001', page = 'pages/login/login' } = {}) {
  const query = encodeURIComponent(`s=${s}`);
  const target = `alipays://platformapi/startapp?appId=${appId}&page=${encodeURIComponent(page)}&query=${query}`;
  return `https://sign.example.com/sandbox/alipay/?scheme=${encodeURIComponent(target)}`;
}
