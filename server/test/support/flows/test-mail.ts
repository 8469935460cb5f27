import { afterAll } from 'vitest';
import { createClock } from '../../../src/platform/clock.ts';
import { codeTestSettings } from './test-codes.ts';
import { sandboxFor } from '../test-sandbox.ts';

/** A mail server and an SMS gateway for commands, which have no sandbox of their own. */
export async function testMailServer() {
  const sandbox = await sandboxFor(await createClock(async () => Date.now()));
  afterAll(() => sandbox.close());
  const { baseUrl, keyId, keySecret, signName, templates } = sandbox.sms.aliyun;
  return {
    env: { ...codeTestSettings, SMTP_URL: sandbox.mail.url, MAIL_FROM: 'no-reply@example.com' },
    /** With these the commands send text messages too. */
    smsEnv: {
      SMS_GATEWAY: 'aliyun',
      SMS_BASE_URL: baseUrl,
      SMS_KEY_ID: keyId,
      SMS_KEY_SECRET: keySecret,
      SMS_SIGN_NAME: signName,
      SMS_TEMPLATES: templates
        .map(({ kind, purpose, language, id, variables }) =>
          [`${[kind, purpose ?? [], language].flat().join('.')}=${id}`, ...variables].join(':'),
        )
        .join(','),
    },
    /** The messages to an address, the newest first. */
    sentTo: (address: string) => sandbox.outbox.sent(address),
  };
}
