import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { openSandbox } from '../sandbox.fixture.ts';

async function startVerification(showResultPage: boolean) {
  const notified: unknown[] = [];
  const { app } = await openSandbox({
    callService: async (_path, { body = '' }) => {
      notified.push(JSON.parse(body));
      return { status: 200, body: '' };
    },
  });
  const payload = JSON.stringify({
    contextInfo: { redirectUrl: '/home', showResultPage },
    notifyUrl: 'https://sign.example.com/api',
    indivInfo: { name: 'Fay Fang', certNo: '110101199003073021' },
  });
  const response = await app.inject({
    method: 'POST',
    url: '/sandbox/identity/v2/identity/auth/web/1/indivIdentityUrl',
    headers: { 'x-identity-signature': createHmac('sha256', 'sandbox-identity-secret').update(payload).digest('hex') },
    payload,
  });
  const { pathname } = new URL(response.json().data.url);
  const visit = (path = '') => app.inject({ url: `${pathname}${path}`, headers: { 'accept-language': 'en' } });
  return { visit, pathname, notified };
}

test.each([
  ['verify', true, 'Verified'],
  ['fail', false, 'Verification failed'],
])('the link %s reports success %s to the service and says so', async (link, success, title) => {
  const { visit, pathname, notified } = await startVerification(true);
  const { body } = await visit();
  expect(body).toContain(`href="${pathname}/${link}"`);
  expect(body).toContain('<dd>Fay Fang</dd>');
  expect(body).toContain('<dd>110 ••• ••• 3021</dd>');
  expect(notified).toEqual([]);
  const result = await visit(`/${link}`);
  expect(notified).toMatchObject([{ accountId: '1', success }]);
  expect(result.body).toContain(`<h1>${title}</h1>`);
  expect(result.body).toContain('href="/home">Continue</a>');
});

test('without a result page both links return to the service at once', async () => {
  const { visit } = await startVerification(false);
  for (const link of ['/verify', '/fail']) expect((await visit(link)).headers.location).toBe('/home');
});
