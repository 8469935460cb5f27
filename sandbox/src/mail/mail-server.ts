import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Outbox } from '../outbox/outbox.ts';
import type { Fault } from '../fault/fault.ts';

/** The service's account at the mail server. Valid in this sandbox only. */
const account = { user: 'foyer', pass: 'sandbox-mail-password' };

/** An SMTP server on localhost that delivers every mail to the outbox. */
export async function startMailServer(outbox: Outbox, fault: Fault) {
  async function deliver(raw: Buffer, recipients: readonly string[]) {
    const { headers, subject = '', text = '', html } = await PostalMime.parse(raw);
    const language = headers.find(({ key }) => key === 'content-language')?.value === 'en-US' ? 'en-US' : 'zh-CN';
    for (const to of recipients)
      outbox.deliver({
        channel: 'mail',
        to,
        language,
        subject,
        text: text.trim(),
        ...(html !== undefined && { html }),
      });
  }

  const unavailable = () => (fault.mode() === 'down' ? smtpError('Service not available', 421) : null);
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      const valid = username === account.user && password === account.pass;
      done(valid ? null : new Error('Invalid username or password'), valid ? { user: username } : undefined);
    },
    onConnect: (_session, done) => done(unavailable()),
    // Connections opened before the server went down are refused here.
    onMailFrom: (_address, _session, done) => done(unavailable()),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (fault.mode() === 'refusing') return done(smtpError('Insufficient system storage', 452));
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        void deliver(Buffer.concat(chunks), recipients)
          .then(fault.waitIfSlow)
          .then(() => done(), done);
      });
    },
  });
  // Ignore clients that disconnect early.
  server.on('error', () => {});
  await new Promise<void>((started) => server.listen(0, '127.0.0.1', started));
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `smtp://${account.user}:${account.pass}@127.0.0.1:${port}`,
    close: () => new Promise<void>((closed) => server.close(closed)),
  };
}

const smtpError = (text: string, responseCode: number) => Object.assign(new Error(text), { responseCode });
