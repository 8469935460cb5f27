import { useEffect, useState } from 'react';
import { PhoneQuestion } from '../flows/continue-on-phone/phone-question.screen.tsx';
import { ScanConfirm } from '../flows/scan-confirm/scan-confirm.screen.tsx';
import { PlainPage } from '../layout/plain-page.tsx';
import { takeQueryParam } from '../platform/navigation/page-url.ts';
import { useTranslate } from '../platform/i18n/texts.ts';
import { usePageContext } from '../platform/page-context.ts';
import { load, save } from '../platform/storage/persisted.ts';
import { MissingSeal } from '../ui/icons/pictures.tsx';
import { PageMessage } from '../ui/page/page-message.tsx';

/** The pages that ask on a phone whether another browser may sign in: after a scan, and in a sign-in that continues there. */
export function Page() {
  const { page } = usePageContext().variant;
  return <PlainPage fill>{page === 'scanConfirm' ? <WithTicket /> : <PhoneQuestion />}</PlainPage>;
}

/** The message on the phone links to it. It needs no session: the ticket identifies the scan. */
function WithTicket() {
  const [ticket, setTicket] = useState<string>();
  useEffect(() => {
    setTicket(takeTicket());
  }, []);
  if (ticket === '') return <NoTicket />;
  return ticket !== undefined && <ScanConfirm ticket={ticket} />;
}

/** The page was opened without the link of the message, or reloaded where nothing is stored. */
function NoTicket() {
  const t = useTranslate();
  return <PageMessage picture={<MissingSeal />} title={t('scan.reopen')} lead={t('scan.reopen.lead')} />;
}

/** An effect may run twice, and a page may be reloaded: the ticket is in the URL only the first time. */
function takeTicket(): string {
  const ticket = takeQueryParam('ticket');
  if (ticket) save('scanTicket', ticket);
  const kept = ticket ?? load('scanTicket');
  return typeof kept === 'string' ? kept : '';
}
