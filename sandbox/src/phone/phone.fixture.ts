import { openSandbox } from '../sandbox.fixture.ts';
import type { CallService } from '../service-client.ts';

interface ServiceCall {
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

/** A sandbox with a stub service that records its calls. `respond` gives its responses. */
export async function openPhone(respond: (call: ServiceCall) => unknown) {
  const calls: ServiceCall[] = [];
  const callService: CallService = async (path, { body = '{}' }) => {
    const call = { path, body: JSON.parse(body) };
    calls.push(call);
    return { status: 200, body: JSON.stringify(await respond(call)) };
  };
  const { app, service } = await openSandbox({ callService });
  const post = (url: string, payload: object) => app.inject({ method: 'POST', url: `/sandbox${url}`, payload });
  return {
    app,
    service,
    calls,
    scan: async (content: string, person = 'alice') => (await post('/phone/scan', { content, person })).json(),
    answer: async (scan: string, confirm: boolean) => (await post('/phone/answer', { scan, confirm })).json(),
    post,
    /** Submits an HTML form. */
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

/** The URL in Alipay's QR code on the sign-in page. */
export function alipayLink(s: string, { appId = '2021000000000001', page = 'pages/login/login' } = {}) {
  const query = encodeURIComponent(`s=${s}`);
  const scheme = `alipays://platformapi/startapp?appId=${appId}&page=${encodeURIComponent(page)}&query=${query}`;
  return `https://sign.example.com/sandbox/alipay/?scheme=${encodeURIComponent(scheme)}`;
}
