import { useEffect, useEffectEvent, useRef } from 'react';
import type { SandboxTexts } from '@foyer/contract/texts/sandbox-texts';
import { OfferList } from '../../parts/offer/offer-list.tsx';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { AppGlyph } from '../../ui/icons/app-glyph.tsx';
import { DocumentStrip } from '../../ui/page/request-strip.tsx';
import { QrPicture } from '../../ui/qr/qr-picture.tsx';
import { type PhoneState, appOf, usePhoneScan, useShownQrCode } from './phone-scan.ts';
import type { SandboxPerson, sandboxCalls } from './sandbox-calls.ts';
import css from './sandbox-phone.module.css';

interface Props {
  owner: SandboxPerson;
  name: string;
  texts: SandboxTexts;
  calls: ReturnType<typeof sandboxCalls>;
  /** The URL of the sandbox's phone as a page. */
  phone: string;
  onClose(): void;
}

/** The phone of a person, over the drawer: its camera sees the QR code on the page, and its owner confirms or declines. */
export function SandboxPhone({ owner, name, texts, calls, phone, onClose }: Props) {
  const t = useTranslate();
  const code = useShownQrCode(phone);
  const { state, answering, scan, answer, again } = usePhoneScan({ owner, calls, code });
  const title = useRef<HTMLHeadingElement>(null);
  // What had the focus is gone: the person in the list, then the buttons.
  const hasAnswer = state.at === 'said';
  useEffect(() => title.current?.focus(), [hasAnswer]);

  return (
    <section className={css.raised} aria-labelledby="sandbox-phone">
      <div className={css.owner}>
        <button type="button" className={css.back} onClick={onClose}>
          <svg className={css.icon} viewBox="0 0 24 24" aria-hidden="true">
            <path d="m14.5 6-6 6 6 6" />
          </svg>
          {texts.putAway}
        </button>
        <h3 id="sandbox-phone" ref={title} tabIndex={-1}>
          {texts.phoneOf(name)}
        </h3>
      </div>
      <div className={css.case}>
        <div
          className={`${css.screen} ${state.at === 'looking' ? css.camera : ''}`}
          role="status"
          aria-busy={answering || undefined}
        >
          {state.at !== 'looking' && (
            <p className={css.app}>
              <AppGlyph app={state.app} size={22} />
              {t(`qr.switch.${state.app}`)}
            </p>
          )}
          {shown(state)}
        </div>
      </div>
    </section>
  );

  function shown(now: PhoneState) {
    switch (now.at) {
      case 'looking':
        return <Camera code={code} texts={texts} onSeen={(seen) => void scan(seen)} />;
      case 'asking':
        return (
          <>
            {now.offer?.document && <DocumentStrip document={now.offer.document} place="block" />}
            <h4>{texts.ask}</h4>
            {now.site && <p className={css.consent}>{texts.consent(now.site, t(`qr.switch.${now.app}`))}</p>}
            {now.offer?.elsewhere && <p className={css.warning}>{t('scan.elsewhere')}</p>}
            {now.offer && <OfferList offer={now.offer} />}
            <div className={css.answers}>
              <button type="button" className={css.main} onClick={() => void answer(true)}>
                {texts.confirm}
              </button>
              <button type="button" className={css.plain} onClick={() => void answer(false)}>
                {texts.decline}
              </button>
            </div>
          </>
        );
      case 'said':
        return (
          <>
            <div className={css.said}>
              <svg
                className={now.answer === 'confirmed' ? css.done : css.refused}
                viewBox="0 0 32 32"
                aria-hidden="true"
              >
                <path d={now.answer === 'confirmed' ? 'M9 16.5 14 21.5 23.5 11' : 'm11 11 10 10M21 11 11 21'} />
              </svg>
              <p>{texts.answers[now.answer]}</p>
            </div>
            {now.answer !== 'confirmed' && (
              <div className={css.answers}>
                <button type="button" className={css.plain} onClick={again}>
                  {texts.again}
                </button>
              </div>
            )}
          </>
        );
    }
  }
}

interface CameraProps {
  code: string | undefined;
  texts: SandboxTexts;
  /** The camera has gone over the QR code once. */
  onSeen(code: string): void;
}

function Camera({ code, texts, onSeen }: CameraProps) {
  const finder = useRef<HTMLDivElement>(null);
  const report = useEffectEvent(onSeen);
  useEffect(() => {
    if (!code) return;
    let looksAt: string | undefined = code;
    const moved = finder.current!.getAnimations({ subtree: true }).map(({ finished }) => finished);
    void Promise.allSettled(moved).then(() => looksAt && report(looksAt));
    return () => void (looksAt = undefined);
  }, [code]);

  return (
    <>
      <div key={code} ref={finder} className={css.finder}>
        <svg className={css.corners} viewBox="0 0 208 208" aria-hidden="true">
          <path d="M2 38V22A20 20 0 0 1 22 2h16M170 2h16a20 20 0 0 1 20 20v16M206 170v16a20 20 0 0 1-20 20h-16M38 206H22a20 20 0 0 1-20-20v-16" />
        </svg>
        {code && (
          <>
            <div className={css.seen} aria-hidden="true">
              <QrPicture content={code} label="" size={168} badge={<AppGlyph app={appOf(code)} size={30} />} />
            </div>
            <div className={css.line} />
          </>
        )}
      </div>
      <p>{code ? texts.scanning : texts.noQrCode}</p>
    </>
  );
}
