import { describe, expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { readConfig } from '../../config/read-config.ts';

const pages = { render: async () => '<title>x</title>', assets: new Map() };
const services = await testAppForFile({
  env: {
    CHAT_URL: 'prod=https://chat.test/desk?id=1,https://other.test/',
    HELP_BASE_URL: 'prod=https://help.test/api',
    ENVIRONMENT: 'prod',
  },
  appOptions: {
    pages,
    sandbox: async (app) => {
      app.post('/open', { config: { allowCrossSite: true } }, async () => ({ taken: true }));
      app.post('/closed', async () => ({ taken: true }));
    },
  },
});

describe('the URL of the chat', () => {
  const chatOf = (env: Record<string, string>) => readConfig(env).page.chat;
  const table =
    'prod=https://chat.test/,sml=https://chat.sml.test/,test=https://chat.qa.test/,dev=https://chat.dev.test/';

  test.each([
    ['prod', 'https://chat.test/'],
    ['sml', 'https://chat.sml.test/'],
    ['test', 'https://chat.qa.test/'],
    ['dev', 'https://chat.dev.test/'],
  ])('depends on the environment: %s [WG-07]', (ENVIRONMENT, chatUrl) => {
    expect(chatOf({ ENVIRONMENT, CHAT_URL: table })).toBe(chatUrl);
  });

  test('can be one for all environments; without any it is the sandbox or absent', () => {
    expect(chatOf({ CHAT_URL: 'https://chat.test/x' })).toBe('https://chat.test/x');
    expect(chatOf({})).toBe('/sandbox/chat');
    expect(chatOf({ SANDBOX: 'off' })).toBeUndefined();
    expect(chatOf({ SANDBOX: 'off', ENVIRONMENT: 'test', CHAT_URL: 'prod=https://chat.test/' })).toBeUndefined();
  });

  test.each(['javascript:alert(1)', 'live=https://chat.test/', 'http://plain.test/'])('is never %s', (CHAT_URL) => {
    expect(() => readConfig({ CHAT_URL })).toThrow('CHAT_URL is');
  });
});

describe('the base of the help calls', () => {
  const baseOf = (env: Record<string, string>) => readConfig(env).page.helpBase;
  const table =
    'prod=https://help.test/api/,sml=https://sml.help.test,test=https://qa.help.test,dev=https://dev.help.test';

  test.each([
    ['prod', 'https://help.test/api'],
    ['sml', 'https://sml.help.test'],
    ['test', 'https://qa.help.test'],
    ['dev', 'https://dev.help.test'],
  ])('depends on the environment: %s [WG-07]', (ENVIRONMENT, base) => {
    expect(baseOf({ ENVIRONMENT, HELP_BASE_URL: table })).toBe(base);
  });

  test('is that of all other calls by default [WG-07]', () => {
    expect(baseOf({})).toBeUndefined();
    expect(baseOf({ ENVIRONMENT: 'test', HELP_BASE_URL: 'prod=https://help.test' })).toBeUndefined();
  });

  test.each(['http://plain.test', 'live=https://help.test', '/help'])('is never %s', (HELP_BASE_URL) => {
    expect(() => readConfig({ HELP_BASE_URL })).toThrow('HELP_BASE_URL is');
  });
});

test('a page may frame the chat and runs none of its scripts [AC-48] [WG-06]', async () => {
  const policy = String((await services.app.inject('/login/web')).headers['content-security-policy']);
  expect(/frame-src ([^;]*)/.exec(policy)?.[1]).toContain('https://chat.test/desk');
  expect(/frame-src ([^;]*)/.exec(policy)?.[1]).not.toContain('other.test');
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("connect-src 'self' https://help.test;");
});

test('only a call that allows it may come from another site [AC-45]', async () => {
  const foreign = { host: new URL(services.config.publicUrl).host, origin: 'null', 'sec-fetch-site': 'cross-site' };
  const post = (url: string) => services.app.inject({ method: 'POST', url, headers: foreign });
  expect((await post('/sandbox/closed')).statusCode).toBe(403);
  expect((await post('/api/user/accounts/logout')).statusCode).toBe(403);
  expect((await post('/sandbox/open')).statusCode).toBe(200);
});
