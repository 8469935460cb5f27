import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { answerHandoff, askHandoff } from '@foyer/contract/flows/continue-on-phone';
import { handoff as limits } from '@foyer/contract/limits';
import { pageRoutes, passwordPanel } from '@foyer/contract/pages/page-routes';
import { minutes, seconds } from '@foyer/contract/time';
import { Offer } from '../../parts/offer/offer.tsx';
import { BeforeQuestion } from '../../parts/one-question/before-question.tsx';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/dialogs/notice.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { MissingSeal, SealedDocument } from '../../ui/icons/pictures.tsx';
import { PageMessage } from '../../ui/page/page-message.tsx';
import { Steps } from '../../ui/page/steps.tsx';
import css from './phone-question.module.css';
import { type PhoneAnswer, type PhoneState, phoneQuestion } from './phone-question.machine.ts';

/** On the phone: opens the link, leads to the sign-in page, and asks afterwards whether the computer signs in too. */
export function PhoneQuestion() {
  const t = useTranslate();
  const { api, config } = usePageContext();
  const [link] = useState<{ token?: string | undefined }>({});
  const [state, send] = useMachine(() =>
    phoneQuestion({
      ask: (signal) => {
        link.token ??= takeToken();
        return api(askHandoff, link.token ? { token: link.token } : {}, { signal });
      },
      answer: (ticket, answer) => api(answerHandoff, { ticket, ...answer }),
    }),
  );
  const onState = useEffectEvent(() => {
    if (state.at === 'signIn') location.replace(signInUrl);
    if (state.at === 'answered' && 'notMine' in state.answer && !state.answer.notMine) location.assign(state.offer.url);
  });
  useEffect(() => onState(), [state]);
  useEffect(() => {
    // Another link is opened in this tab: its URL differs only behind `#`, which loads no page.
    const reload = () => location.reload();
    addEventListener('hashchange', reload);
    return () => removeEventListener('hashchange', reload);
  }, []);

  // While the answer is under way, the question stays.
  return <Steps at={state.at === 'answering' ? 'asked' : state.at}>{content()}</Steps>;

  function content() {
    switch (state.at) {
      case 'loading':
      case 'signIn':
        return <BeforeQuestion title={t('page.continueOnPhone')} />;
      case 'notLoaded':
        return (
          <BeforeQuestion
            title={t('page.continueOnPhone')}
            failure={state.failure}
            onRetry={() => send({ is: 'retry' })}
          />
        );
      case 'asked':
      case 'answering':
        return <Question state={state} onAnswer={(answer) => send({ is: 'answer', answer })} />;
      case 'answered': {
        const how = state.result === 'confirmed' ? 'confirmed' : state.result === 'wrongNumber' ? 'wrong' : 'declined';
        const notMine = 'notMine' in state.answer && state.answer.notMine;
        return (
          <div role="status">
            <PageMessage
              picture={how === 'confirmed' ? <SealedDocument /> : <MissingSeal />}
              title={t(`handoff.${how}.title`)}
              lead={t(`handoff.${how}.lead`)}
            >
              {notMine && (
                <ButtonLink kind="main" href={passwordPanel}>
                  {t('handoff.checkAccount')}
                </ButtonLink>
              )}
              <ButtonLink href={state.offer.url}>{t('handoff.goOn')}</ButtonLink>
            </PageMessage>
          </div>
        );
      }
      case 'paused':
        return (
          <PageMessage
            picture={<MissingSeal />}
            title={t('handoff.paused.title')}
            lead={t('handoff.paused.lead', { n: String(Math.ceil((state.retryAfter * seconds(1)) / minutes(1))) })}
          >
            <ButtonLink kind="main" href={config.homeOnPhones}>
              {t('handoff.goOn')}
            </ButtonLink>
          </PageMessage>
        );
      case 'expired':
        return (
          <div role="status">
            <PageMessage picture={<MissingSeal />} title={t('handoff.gone.title')} lead={t('handoff.gone.lead')} />
          </div>
        );
    }
  }
}

interface QuestionProps {
  state: PhoneState & { at: 'asked' | 'answering' };
  onAnswer(answer: PhoneAnswer): void;
}

function Question({ state, onAnswer }: QuestionProps) {
  const t = useTranslate();
  const { offer } = state;
  const [typed, setTyped] = useState('');
  const answering = state.at === 'answering' ? state.answer : undefined;
  const number = Number(typed);
  const ready = number >= limits.firstNumber && number <= limits.lastNumber;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (ready) onAnswer({ number });
  }

  const decline = (notMine: boolean) => (
    <Button
      disabled={answering !== undefined}
      busy={answering !== undefined && 'notMine' in answering && answering.notMine === notMine}
      onClick={() => onAnswer({ notMine })}
    >
      {t(notMine ? 'handoff.notMine' : 'handoff.onlyHere')}
    </Button>
  );

  return (
    <Offer
      offer={offer}
      title={t('handoff.ask')}
      lead={t('handoff.ask.lead', { account: offer.account })}
      advice={t('handoff.advice')}
    >
      <form className={css.form} method="post" noValidate onSubmit={submit}>
        <Field
          name="number"
          label={t('handoff.field')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={2}
          value={typed}
          onChange={({ target }) => setTyped(target.value.replaceAll(/\D/g, ''))}
        />
        <Notice failure={state.at === 'asked' ? state.failure : undefined} />
        <Button kind="main" type="submit" disabled={!ready} busy={answering !== undefined && 'number' in answering}>
          {t('handoff.confirm')}
        </Button>
      </form>
      {decline(false)}
      {decline(true)}
    </Offer>
  );
}

const signInUrl = `${pageRoutes.login}?${new URLSearchParams({ redirectUrl: pageRoutes.continueOnPhone })}`;

/** The token is removed from the address bar, so that it stays in no history. The browser has opened the link then. */
function takeToken(): string | undefined {
  const token = /^#([\w-]+)$/.exec(location.hash)?.[1];
  history.replaceState(history.state, '', location.pathname);
  return token;
}
