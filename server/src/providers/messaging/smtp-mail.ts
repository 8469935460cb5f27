import type { Language } from '@foyer/contract/language';
import { createTransport } from 'nodemailer';
import type { MailAccess } from '../../config/provider-access.ts';
import type { SendMail } from './delivery.ts';
import { noResponse } from '../provider-result.ts';

/** `maxRequeues`: how often a mail is retried whose connection the server has closed. */
const smtp = { maxConnections: 20, maxRequeues: 1 } as const;

/**
 * Sends one message to one recipient: no input can add a second recipient or a header. Connections to the mail server are
 * reused; if the server has closed one meanwhile, the mail is sent over a new one. `onAnswer` gets what the server says.
 */
export function smtpMail(
  { url, from }: MailAccess,
  names: Record<Language, string>,
  timeout: number,
  onAnswer: (text: string) => void = () => {},
) {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: smtp.maxConnections,
    maxRequeues: smtp.maxRequeues,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    dnsTimeout: timeout,
    // A stuck connection ends with the timeout: a mail that was reported as failed must not arrive later.
    socketTimeout: timeout,
    // socketTimeout would end an idle connection as an error, so it is closed earlier.
    idleTimeout: timeout / 2,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const send: SendMail = async ({ to, language, subject, text, html }) => {
    let timer: NodeJS.Timeout | undefined;
    const timedOut = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })), timeout);
    });
    const sent = transport.sendMail({
      from: { name: names[language], address: from },
      to: { name: '', address: to },
      subject,
      text,
      ...(html !== undefined && { html }),
      headers: { 'Content-Language': language, 'Auto-Submitted': 'auto-generated' },
    });
    try {
      onAnswer((await Promise.race([sent, timedOut])).response);
      return { is: 'accepted' };
    } catch (error) {
      sent.catch(() => {});
      if (error instanceof Error && 'response' in error) onAnswer(String(error.response));
      const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
      // The server refuses this recipient.
      if ([550, 551, 553].includes(code)) return { is: 'cannotReceive' };
      // 421: the service is not available at present.
      if (code === 421) return { is: 'noResponse', why: 'SMTP 421' };
      return code >= 400 ? { is: 'failed', kind: 'other', why: `SMTP ${code}` } : noResponse(error);
    } finally {
      clearTimeout(timer);
    }
  };
  return { send, close: () => transport.close({ force: true }) };
}
