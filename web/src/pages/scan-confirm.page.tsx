import { useEffect, useState } from 'react';
import { ScanConfirm } from '../flows/scan-confirm/scan-confirm.screen.tsx';
import { PlainPage } from '../layout/plain-page.tsx';
import { takeQueryParam } from '../platform/navigation/take-query-param.ts';
import { useTranslate } from '../platform/i18n/texts.ts';

/** Where the message on the phone leads. Needs no session: the ticket says who scanned. */
export function Page() {
  const t = useTranslate();
  const [ticket, setTicket] = useState<string>();
  useEffect(() => {
    const taken = takeQueryParam('ticket');
    // An effect may run twice, and the address tells it once.
    setTicket((known) => taken ?? known ?? '');
  }, []);
  return <PlainPage title={t('page.scanConfirm')}>{ticket !== undefined && <ScanConfirm ticket={ticket} />}</PlainPage>;
}
