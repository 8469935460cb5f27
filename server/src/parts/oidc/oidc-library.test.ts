import { openIdProvider } from '@foyer/sandbox/sso/openid-provider';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loadOidcLibrary } from './oidc-library.ts';

test('oidc-provider prints no warning about a Node.js that we support, in the service and in the sandbox', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const library = await loadOidcLibrary();
  expect(library.interactionPolicy.base().map(({ name }) => name)).toEqual(['login', 'consent']);
  await openIdProvider('http://localhost:3000', 'http://localhost:3000', '');
  expect(warn.mock.calls).toEqual([]);
});
