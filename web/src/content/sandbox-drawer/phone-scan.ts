import { useState, useSyncExternalStore } from 'react';
import { type ScanApp, scanApps } from '@foyer/contract/apps/scan-apps';
import { type ScanOffer, answerScan, getScanOffer } from '@foyer/contract/flows/scan-confirm';
import { usePageContext } from '../../platform/page-context.ts';
import type { Answered, SandboxPerson, sandboxCalls } from './sandbox-calls.ts';

/** What the phone asks its owner. An app in whose own page the QR code is names the site alone. */
interface Question {
  app: ScanApp;
  /** The content of the QR code. */
  code: string;
  offer?: ScanOffer;
  site?: string;
  answer(confirmed: boolean): Promise<Answered>;
}
type Said = { at: 'said'; app: ScanApp; answer: Answered };
export type PhoneState = { at: 'looking' } | ({ at: 'asking' } & Question) | Said;

interface Options {
  owner: SandboxPerson;
  calls: ReturnType<typeof sandboxCalls>;
  /** The content of the QR code on the page. */
  code: string | undefined;
}

/** A phone whose camera looks at the page: it scans the QR code that it sees, and asks its owner. */
export function usePhoneScan({ owner, calls, code }: Options) {
  const { api } = usePageContext();
  const [held, setState] = useState<PhoneState>({ at: 'looking' });
  const [answering, setAnswering] = useState(false);
  // Another QR code has come in its place: an answer to the one before would sign no one in here.
  const isOutdated = held.at === 'asking' && code !== undefined && code !== held.code;
  const state: PhoneState = isOutdated ? { at: 'looking' } : held;

  async function scan(content: string) {
    const failed: Said = { at: 'said', app: appOf(content), answer: 'noResponse' };
    setState(await read(content).catch(() => failed));
  }

  async function read(content: string): Promise<PhoneState> {
    const scanned = await calls.scan(content, owner.id);
    // An official account can send messages to its followers only.
    const { scan: id, screen } = scanned.screen.is === 'follow' ? await calls.answer(scanned.scan, true) : scanned;
    const { app } = screen;
    const said = (answer: Answered): Said => ({ at: 'said', app, answer });
    const question = {
      app,
      code: content,
      async answer(confirmed: boolean) {
        const { is } = (await calls.answer(id, confirmed)).screen;
        return isAnswer(is) ? is : 'noResponse';
      },
    };
    switch (screen.is) {
      case 'offer':
        return { at: 'asking', ...question, offer: screen.offer };
      case 'consent':
        return { at: 'asking', ...question, site: screen.site };
      case 'message': {
        // Its link leads to a page with the same question; the ticket in it reads and answers it.
        const ticket = screen.link && new URL(screen.link).searchParams.get('ticket');
        const offer = ticket ? await api(getScanOffer, { ticket }) : undefined;
        if (!ticket || offer?.is !== 'done') return said(offer?.is === 'noResponse' ? 'noResponse' : 'invalid');
        const answer = async (confirmed: boolean) => {
          const { is } = await api(answerScan, { ticket, confirmed });
          if (is === 'noResponse') return is;
          return is !== 'done' ? 'invalid' : confirmed ? 'confirmed' : 'declined';
        };
        return { at: 'asking', ...question, offer: offer.data, answer };
      }
      case 'follow':
        return said('invalid');
      case 'confirmed':
      case 'declined':
      case 'invalid':
      case 'noResponse':
        return said(screen.is);
    }
  }

  return {
    state,
    answering,
    scan,
    async answer(confirmed: boolean) {
      if (state.at !== 'asking' || answering) return;
      setAnswering(true);
      const answer = await state.answer(confirmed).catch((): Answered => 'noResponse');
      setAnswering(false);
      setState({ at: 'said', app: state.app, answer });
    },
    again: () => setState({ at: 'looking' }),
  };
}

const answers: readonly string[] = ['confirmed', 'declined', 'invalid', 'noResponse'] satisfies Answered[];
const isAnswer = (is: string): is is Answered => answers.includes(is);

/** The sandbox has its apps in folders of their names. */
export const appOf = (content: string) => scanApps.find((app) => content.includes(`/${app}/`)) ?? scanApps[0];

/** The text in the QR code on the page, or in the frame of an app: the page has a link to the sandbox's phone with it. */
export const useShownQrCode = (phone: string) => useSyncExternalStore(watchPage, () => shownQrCode(phone), noCode);

function watchPage(onChange: () => void) {
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['href'] });
  return () => observer.disconnect();
}

function shownQrCode(phone: string) {
  const link = document.querySelector<HTMLAnchorElement>(`a[href^="${phone}?"]`);
  return link ? (new URL(link.href).searchParams.get('code') ?? undefined) : undefined;
}

const noCode = () => undefined;
