import { useEffect, useRef, useState } from 'react';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { Register, type SavedValues } from '../../flows/register/register.screen.tsx';
import type { Journey } from '../../journey/use-journey.tsx';
import { LinkWithAccount } from '../../parts/link-with-account.tsx';
import { useTranslate } from '../../platform/i18n/texts.ts';
import css from '../register.module.css';

interface Props {
  /** The typed account, shared with the sign-in form. */
  account: { typed: string };
  journey: Journey;
  /** On the sign-in page: the sign-in form comes back in place. */
  onSignIn?: (() => void) | undefined;
}

/** The registration form, on a page of its own or in place of the sign-in form. */
export function RegisterForm({ account, journey: { attempt, failure, end }, onSignIn }: Props) {
  const t = useTranslate();
  const [saved] = useState<SavedValues>({});
  const title = useRef<HTMLHeadingElement>(null);
  // The link that opened the form is gone.
  useEffect(() => title.current?.focus(), []);
  return (
    <>
      {onSignIn && (
        <h2 ref={title} className={css.title} tabIndex={-1}>
          {t('register.title')}
        </h2>
      )}
      <Register key={attempt} account={account} saved={saved} failure={failure} onEnd={end} />
      {onSignIn && (
        <p className={css.back}>
          <SignInInstead onSignIn={() => (isOpenInHistory() ? history.back() : onSignIn())} />
        </p>
      )}
    </>
  );
}

const isOpenInHistory = () => history.state?.form === 'register';
let listens = false;

/** Opens the form with an entry of its own in the history, so that the browser's back and forward buttons work. */
export function openInPlace(onShow: () => void, onHide: () => void) {
  const show = () => {
    measureCard();
    onShow();
  };
  if (!listens) addEventListener('popstate', () => (isOpenInHistory() ? show() : onHide()));
  listens = true;
  if (!isOpenInHistory()) history.pushState({ form: 'register' }, '');
  show();
}

/** Measures the card of the sign-in page while it contains the sign-in form: the styles keep its place by it. */
function measureCard() {
  const card = document.querySelector<HTMLElement>('main > [data-aside]');
  if (!card || document.querySelector(`.${css.title}`)) return;
  card.parentElement!.style.setProperty('--card-height', `${card.offsetHeight}px`);
}

/** The way back to sign-in. */
export function SignInInstead({ onSignIn }: Pick<Props, 'onSignIn'>) {
  const text = useTranslate()('register.haveAccount');
  const [question = ''] = /^.*[?？] ?/.exec(text) ?? [];
  return (
    <LinkWithAccount to={pageRoutes.login} onFollow={onSignIn}>
      <span className={css.question}>{question}</span>
      <u>{text.slice(question.length)}</u>
    </LinkWithAccount>
  );
}
