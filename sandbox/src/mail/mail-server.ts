import { SMTPServer } from 'smtp-server';
import type { Outbox } from '../outbox/outbox.ts';
import type { Fault } from '../fault/fault.ts';
import { parseMail } from './mail-parser.ts';

/** The customer's account with the mail server. It opens nothing but this sandbox. */
const account = { user: 'foyer', pass: 'sandbox-mail-password' };

/** A mail server on this machine that accepts everything and puts it into the outbox. Its address is what one connects to. */
export async function startMailServer(outbox: Outbox, fault: Fault) {
  const away = () => (fault.mode() === 'down' ? busy('Service not available') : null);
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      const right = username === account.user && password === account.pass;
      done(right ? null : new Error('Invalid username or password'), right ? { user: username } : undefined);
    },
    onConnect: (_session, done) => done(away()),
    // Whoever was connected before hears of it too.
    onMailFrom: (_address, _session, done) => done(away()),
    onData(stream, session, done) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        if (fault.mode() === 'refusing') return done(busy('Insufficient system storage', 452));
        const { subject, language, text, html } = parseMail(Buffer.concat(pieces).toString('latin1'));
        for (const { address } of session.envelope.rcptTo)
          outbox.deliver({
            channel: 'mail',
            to: address,
            language: language === 'en-US' ? 'en-US' : 'zh-CN',
            subject,
            text,
            ...(html !== undefined && { html }),
          });
        void fault.waitIfSlow().then(() => done());
      });
    },
  });
  // Whoever hangs up early is no trouble of ours.
  server.on('error', () => {});
  await new Promise<void>((started) => server.listen(0, '127.0.0.1', started));
  const bound = server.server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  return {
    url: `smtp://${account.user}:${account.pass}@127.0.0.1:${port}`,
    close: () => new Promise<void>((closed) => server.close(closed)),
  };
}

const busy = (text: string, responseCode = 421) => Object.assign(new Error(text), { responseCode });
