import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { readConfig } from '../../config/read-config.ts';

const pages = { render: async () => '<title>x</title>', assets: new Map() };
const services = await testAppForFile({
  env: { CHAT_SCRIPT_URL: 'https://vendor.test/chat.js?a=1&b="2', CHAT_SCRIPT_SETUP: 'vendor.setup' },
  appOptions: { pages },
});

describe('the URL of a chat script', () => {
  const read = (env: Record<string, string>) => {
    const { page, chatScript } = readConfig(env);
    return { chat: page.chat, script: chatScript?.url };
  };
  const table = 'prod=https://vendor.test/p.js,sml=https://vendor.test/s.js,dev=https://vendor.test/d.js';

  test.each([
    ['prod', 'https://vendor.test/p.js'],
    ['sml', 'https://vendor.test/s.js'],
    ['dev', 'https://vendor.test/d.js'],
  ])('depends on the environment: %s [WG-06] [WG-07]', (ENVIRONMENT, script) => {
    expect(read({ ENVIRONMENT, CHAT_SCRIPT_URL: table })).toEqual({ chat: '/chat/bridge', script });
  });

  test('is not used in another environment, or beside a chat page [WG-06]', () => {
    expect(read({ ENVIRONMENT: 'test', CHAT_SCRIPT_URL: table, SANDBOX: 'off' })).toEqual({});
    const chat = 'https://chat.test/';
    expect(read({ CHAT_SCRIPT_URL: table, CHAT_URL: chat })).toEqual({ chat });
  });

  test.each([
    { CHAT_SCRIPT_URL: 'http://vendor.test/chat.js' },
    { CHAT_SCRIPT_URL: 'javascript:alert(1)' },
    { CHAT_SCRIPT_SETUP: 'alert(1)' },
    { CHAT_SCRIPT_SETUP: 'a..b' },
  ])('is refused with a wrong value: %j', (env) => {
    expect(() => readConfig(env)).toThrow(/^CHAT_SCRIPT_\w+ is /);
  });
});

describe('the page that runs the chat script', () => {
  test('has no origin of its own and runs nothing but the script and what it loads [AC-48] [WG-06]', async () => {
    const { headers, body } = await services.app.inject('/chat/bridge');
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^sandbox allow-scripts (?!.*allow-same-origin)/);
    const [, script = ''] = /<script>([^]*)<\/script>/.exec(body) ?? [];
    const hash = createHash('sha256').update(script).digest('base64');
    expect(policy).toContain(`; script-src 'sha256-${hash}' 'strict-dynamic';`);
    expect(policy).toContain("; frame-ancestors 'self'");
    expect(headers).toMatchObject({ 'x-frame-options': 'SAMEORIGIN', 'cache-control': 'no-store' });
    expect(body).toContain('data-script="https://vendor.test/chat.js?a=1&amp;b=&quot;2"');
    expect(body).toContain('data-setup="vendor.setup"');
  });

  test('is all that the sign-in page may frame; the script cannot run there [AC-48] [WG-06]', async () => {
    const policy = String((await services.app.inject('/login/web')).headers['content-security-policy']);
    expect(policy).toMatch(/frame-src 'self'/);
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('vendor.test');
  });
});
