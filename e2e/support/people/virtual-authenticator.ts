import type { Page } from '@playwright/test';

/** An authenticator of Chromium itself, which answers without a person. */
export async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await withoutSilentCreation(page);
  return {
    passkeys: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,

    /** While it is off, the browser waits as if the person had not reacted yet. */
    setUserPresence: (enabled: boolean) =>
      devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),

    /** Whether the person unlocks the device when they are asked to. */
    verify: (isUserVerified: boolean) => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),

    /** Puts the only passkey back to an earlier count of its uses, as a copy of it would have. */
    async setCounter(signCount: number) {
      const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
      const [credential] = credentials;
      await devtools.send('WebAuthn.clearCredentials', { authenticatorId });
      await devtools.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential!, signCount } });
    },
  };
}

/** The headless browser says that it creates passkeys without a question, and crashes when it is asked to. */
const withoutSilentCreation = (page: Page) =>
  page.addInitScript(() => {
    const ask = PublicKeyCredential.getClientCapabilities.bind(PublicKeyCredential);
    PublicKeyCredential.getClientCapabilities = async () => ({ ...(await ask()), conditionalCreate: false });
  });

/** Says that the browser creates passkeys without a question, and creates them as if the person had agreed. */
export const simulateSilentCreation = (page: Page) =>
  page.addInitScript(() => {
    const ask = PublicKeyCredential.getClientCapabilities.bind(PublicKeyCredential);
    PublicKeyCredential.getClientCapabilities = async () => ({ ...(await ask()), conditionalCreate: true });
    const create = navigator.credentials.create.bind(navigator.credentials);
    navigator.credentials.create = (options) => {
      const { mediation, ...rest } = options as CredentialCreationOptions & { mediation?: string };
      if (mediation === 'conditional') document.cookie = 'created_silently=1; path=/';
      return create(rest);
    };
  });
