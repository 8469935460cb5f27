import { SMTPServer } from 'smtp-server';
import type { Outbox } from '../outbox/outbox.ts';
import type { Fault } from '../fault/fault.ts';
import { parseMail } from './mail-parser.ts';

/** The service's account at the mail server. Valid in this sandbox only. */
const account = { user: 'foyer', pass: 'sandbox-mail-password' };

/** An SMTP server on localhost that delivers every mail to the outbox. */
export async function startMailServer(outbox: Outbox, fault: Fault) {
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
        const { subject, language, text, html } = parseMail(Buffer.concat(chunks).toString('latin1'));
        for (const recipient of session.envelope.rcptTo)
          outbox.deliver({
            channel: 'mail',
            to: recipient.address,
            language: language === 'en-US' ? 'en-US' : 'zh-CN',
            subject,
            text,
            ...(html !== undefined && { html }),
          });
        void fault.waitIfSlow().then(() => done());
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
