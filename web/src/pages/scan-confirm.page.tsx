import { useEffect, useState } from 'react';
import { ScanConfirm } from '../flows/scan-confirm/scan-confirm.screen.tsx';
import { PlainPage } from '../layout/plain-page.tsx';
import { takeQueryParam } from '../platform/navigation/page-url.ts';
import { load, save } from '../platform/storage/persisted.ts';

/** The page that the message on the phone links to. It needs no session: the ticket identifies the scan. */
export function Page() {
  const [ticket, setTicket] = useState<string>();
  useEffect(() => {
    setTicket(takeTicket());
  }, []);
  return <PlainPage fill>{ticket !== undefined && <ScanConfirm ticket={ticket} />}</PlainPage>;
}

/** An effect may run twice, and a page may be reloaded: the ticket is in the URL only the first time. */
function takeTicket(): string {
  const ticket = takeQueryParam('ticket');
  if (ticket) save('scanTicket', ticket);
  const kept = ticket ?? load('scanTicket');
  return typeof kept === 'string' ? kept : '';
}
