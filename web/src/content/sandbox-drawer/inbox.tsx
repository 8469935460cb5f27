import { useEffect, useEffectEvent, useState } from 'react';
import type { SandboxTexts } from '@foyer/contract/texts/sandbox-texts';
import { usePageContext } from '../../platform/page-context.ts';
import { useToast } from '../../ui/dialogs/toast.tsx';
import { fillInCode } from './fill-in.ts';
import type { SandboxMessage, sandboxCalls } from './sandbox-calls.ts';
import css from './sandbox-drawer.module.css';

interface Props {
  /** The path of the sandbox. */
  base: string;
  texts: SandboxTexts;
  calls: ReturnType<typeof sandboxCalls>;
  onFailure(): void;
}

const shownMessages = 2;

/** The newest messages of the service. New ones appear by themselves while the drawer is open. */
export function Inbox({ base, texts, calls, onFailure }: Props) {
  const toast = useToast();
  const { language } = usePageContext();
  const [messages, setMessages] = useState<SandboxMessage[]>([]);
  const load = useEffectEvent(
    () => void calls.messages().then((all) => setMessages(all.slice(0, shownMessages)), onFailure),
  );
  useEffect(() => calls.watch(() => load()), [calls]);

  return (
    <section aria-label={texts.inbox}>
      <h3 className={css.caption}>{texts.inbox}</h3>
      {messages.length === 0 && <p className={css.note}>{texts.noMessages}</p>}
      <ol className={css.messages} aria-live="polite">
        {messages.map(({ id, channel, to, at, code, subject, text }) => (
          <li key={id} className={css.message}>
            <span className={css.how}>
              {texts.channels[channel]} · {to} · {new Date(at).toLocaleTimeString(language, { hourCycle: 'h23' })}
            </span>
            <span className={css.line}>
              {code ? (
                <strong className={css.code}>{code}</strong>
              ) : (
                <span className={css.text}>{subject ?? text}</span>
              )}
              {code && (
                <button type="button" className={css.link} onClick={() => fillInCode(code) || toast(texts.noCodeField)}>
                  {texts.fillIn}
                  <span className="visually-hidden"> {code}</span>
                </button>
              )}
              {channel === 'mail' && (
                <a href={`${base}/outbox/${id}/mail`} target="_blank" rel="noopener">
                  {texts.openMail}
                  <span className="visually-hidden">
                    {' '}
                    {subject} {texts.newTab}
                  </span>
                </a>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
