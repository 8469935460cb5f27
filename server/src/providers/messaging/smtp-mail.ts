import type { Language } from '@foyer/contract/language';
import { createTransport } from 'nodemailer';
import type { MailAccess } from '../../config/provider-access.ts';
import { smtp } from '../../platform/service-limits.ts';
import type { SendMail } from './delivery.ts';
import { noAnswer } from '../provider-result.ts';

/**
 * One address, one message: nothing a person typed can add a second recipient or a header. The line to the mail server
 * stays open for the next; should the server have hung up meanwhile, the mail goes by a new one.
 */
export function smtpMail({ url, from }: MailAccess, names: Record<Language, string>, within: number) {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: smtp.maxConnections,
    maxRequeues: smtp.maxRequeues,
    connectionTimeout: within,
    greetingTimeout: within,
    dnsTimeout: within,
    // A line that is stuck ends with the patience of who waits: nothing arrives that was said not to.
    socketTimeout: within,
    // It would end a line that is idle as well.
    idleTimeout: within / 2,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const send: SendMail = async ({ to, language, subject, text, html }) => {
    let late: NodeJS.Timeout | undefined;
    const never = new Promise<never>((_, fail) => {
      late = setTimeout(() => fail(Object.assign(new Error('late'), { code: 'ETIMEDOUT' })), within);
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
      await Promise.race([sent, never]);
      return { is: 'accepted' };
    } catch (error) {
      sent.catch(() => {});
      const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
      // The server has looked at the address and will have none of it.
      if ([550, 551, 553].includes(code)) return { is: 'cannotReceive' };
      // 421 is how a mail server says that there is none at present.
      if (code === 421) return { is: 'noAnswer', why: 'SMTP 421' };
      return code >= 400 ? { is: 'failed', why: `SMTP ${code}` } : noAnswer(error);
    } finally {
      clearTimeout(late);
    }
  };
  return { send, close: () => transport.close({ force: true }) };
}
