import { afterAll } from 'vitest';
import { createClock } from '../../src/platform/clock.ts';
import { codeTestSettings } from './test-codes.ts';
import { sandboxFor } from './test-sandbox.ts';

/** A mail server for commands, which have no sandbox of their own. */
export async function testMailServer() {
  const sandbox = await sandboxFor(await createClock(async () => Date.now()));
  afterAll(() => sandbox.close());
  return {
    env: { ...codeTestSettings, SMTP_URL: sandbox.mail.url, MAIL_FROM: 'no-reply@example.com' },
    /** The mails to an address, the newest first. */
    sentTo: (address: string) => sandbox.outbox.sent(address),
  };
}
