import type { CreationOptions, RequestOptions } from '@foyer/contract/flows/passkey';
import {
  type Claims,
  type SoftwareAuthenticator,
  createSoftwareAuthenticator,
} from '@foyer/sandbox/authenticator/software-authenticator';
import { checkNewPasskey } from '../../../src/parts/passkey/passkey-check.ts';
import { userHandleOf } from '../../../src/parts/passkey/user-handle.ts';
import type { TestApp } from '../test-app.ts';
import { testRequestContext } from '../test-request-context.ts';

type Browser = ReturnType<TestApp['browser']>;

/** What a page does with passkeys, in a browser of a test with an authenticator in software. */
export function passkeyHelpers(services: TestApp) {
  const { config, stores } = services;
  const origin = config.publicUrl;

  async function creationOptions(browser: Browser, request: object = {}) {
    const { data } = await browser.post('/user/accounts/passkeys/options', request);
    return data as CreationOptions;
  }

  async function requestOptions(browser: Browser) {
    const { data } = await browser.post('/login/passkey/options');
    return data as RequestOptions;
  }

  const commit = (browser: Browser, credential: object | undefined, more: object = {}) =>
    browser.post('/login/commit/passkey', { credential, ...more });

  return {
    origin,
    creationOptions,
    requestOptions,
    commit,

    /** Adds a passkey to the account that is signed in. */
    async addPasskey(browser: Browser, authenticator: SoftwareAuthenticator, claims?: Claims) {
      const credential = authenticator.create(await creationOptions(browser), origin, claims);
      return browser.post('/user/accounts/passkeys', { credential });
    },

    /** An authenticator with a passkey of this account, which need not be able to sign in. */
    async storePasskey(ouid: string): Promise<SoftwareAuthenticator> {
      const authenticator = createSoftwareAuthenticator();
      const challenge = await stores.passkeyChallenges.create('add', 'browser', ouid);
      const user = { id: userHandleOf(ouid), name: ouid, displayName: ouid };
      const credential = authenticator.create({ challenge, rp: { id: config.passkeys!.rpId }, user }, origin)!;
      await stores.passkeys.add((await checkNewPasskey(services, testRequestContext('browser'), ouid, credential))!);
      return authenticator;
    },

    /** The passkey as second factor of a pending sign-in or step-up. */
    async submitPasskeyAsFactor(
      browser: Browser,
      authenticator: SoftwareAuthenticator,
      preServiceId: unknown,
      claims?: Claims,
    ) {
      const started = await browser.post('/sender/startLoginDoubleCheck/passkey', { preServiceId });
      const options = started.data as RequestOptions | null;
      if (!options) return started;
      const credential = authenticator.get({ ...options, allowCredentials: [] }, origin, claims);
      return browser.post('/sender/verifyLoginDoubleCheck/passkey', { preServiceId, credential });
    },

    async signInWithPasskey(browser: Browser, authenticator: SoftwareAuthenticator, claims?: Claims, more?: object) {
      return commit(browser, authenticator.get(await requestOptions(browser), origin, claims), more);
    },
  };
}
