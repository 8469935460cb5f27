import { useEffect, useState } from 'react';
import { ScanConfirm } from '../flows/scan-confirm/scan-confirm.screen.tsx';
import { PlainPage } from '../layout/plain-page.tsx';
import { takeQueryParam } from '../platform/navigation/page-url.ts';

/** The page that the message on the phone links to. It needs no session: the ticket identifies the scan. */
export function Page() {
  const [ticket, setTicket] = useState<string>();
  useEffect(() => {
    const param = takeQueryParam('ticket');
    // An effect may run twice, and the parameter is in the URL only the first time.
    setTicket((current) => param ?? current ?? '');
  }, []);
  return <PlainPage fill>{ticket !== undefined && <ScanConfirm ticket={ticket} />}</PlainPage>;
}
