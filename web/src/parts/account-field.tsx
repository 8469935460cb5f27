import { type ReactNode, useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type AccountProblem, readAccount } from '@foyer/contract/rules/account-rules';
import { input as inputLimits } from '@foyer/contract/first-limits';
import { save, load } from '../platform/storage/persisted.ts';
import { useTranslate } from '../platform/i18n/texts.ts';
import { typeInto } from '../platform/forms/input-events.ts';
import { usePageContext } from '../platform/page-context.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/fields/field.tsx';
import { useProblem } from '../ui/fields/problem.ts';

interface Props {
  label?: string | undefined;
  /** The account typed on another tab. */
  typed: string;
  /** In the line below, while nothing else is there. */
  hint?: ReactNode;
  /** A new object per attempt, so that the same problem is shown and announced again. */
  problems: { account?: AccountProblem };
  /** The page has filled in the account, so that the person can continue with the next field. */
  onPreset?(): void;
}

const subscribeToNothing = () => () => {};

/** The field that is just being replaced had the focus: a person who types while the tab changes goes on in the new one. */
let hadFocus = false;

/** One field for mobile number or e-mail. The page's URL may fill it in, and may lock it. */
export function AccountField({ label, typed, hint, problems, onPreset }: Props) {
  const t = useTranslate();
  const { variant, params } = usePageContext();
  const ref = useRef<HTMLInputElement>(null);
  const [locked, setLocked] = useState(variant.locked);
  const [suggestion, setSuggestion] = useState<string>();

  const continueElsewhere = useEffectEvent(() => onPreset?.());
  // Rendered on the service, and not on a phone, where it would open the keyboard. A later tab leaves the focus alone.
  const isFirstRender = useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  );

  // A layout effect, so that it runs before the next key press.
  useLayoutEffect(() => {
    const field = ref.current!;
    const saved = load('account');
    // A locked field without a valid account could not be submitted: unlock it.
    const lock = variant.locked && readAccount(params.account ?? '') !== undefined;
    if (!lock) setLocked(false);
    const preset = !lock && typeof saved === 'string' ? saved : params.account;
    // Text may have been typed before hydration: only a locked account replaces it. Either way the form needs the event.
    const typedEarly = field.value;
    const value = lock ? preset : typedEarly || preset;
    if (value) typeInto(field, value);
    // A page whose script comes from the cache may be hydrated before the browser has followed `autofocus`.
    const focused = document.activeElement;
    const isAtStart = focused === field || (field.autofocus && focused === document.body);
    if (!value || (typedEarly && !lock) || !isAtStart) return;
    // Typing replaces the preset, unless the person continues elsewhere.
    field.select();
    continueElsewhere();
  }, [params.account, variant.locked]);

  useLayoutEffect(() => {
    const field = ref.current!;
    if (hadFocus) field.focus();
    return () => {
      hadFocus = document.activeElement === field;
      queueMicrotask(() => (hadFocus = false));
    };
  }, []);

  async function suggest() {
    // The suggestion is optional: show none when its chunk does not load.
    const typos = await import('@foyer/contract/rules/mail-typos').catch(() => undefined);
    setSuggestion(typos?.suggestedEmail(ref.current?.value ?? ''));
  }

  const suggestionButton = (address: string) => (
    <Button
      kind="text"
      onClick={() => {
        typeInto(ref.current!, address);
        setSuggestion(undefined);
      }}
    >
      {t('login.account.meant', { address })}
    </Button>
  );

  const problem = useProblem(problems, problems.account && t(`login.account.${problems.account}`));
  return (
    <Field
      ref={ref}
      name="account"
      label={label ?? t('login.account.label')}
      placeholder={t('login.account.placeholder')}
      defaultValue={typed}
      readOnly={locked}
      note={locked ? t('login.account.locked') : suggestion ? suggestionButton(suggestion) : hint}
      problem={problem}
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={isFirstRender && variant.device === 'pc'}
      // A browser lists passkeys only in a field that says so.
      autoComplete={variant.page === 'login' ? 'username webauthn' : 'username'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={inputLimits.maxLength}
      enterKeyHint="next"
      onInput={({ currentTarget: { value } }) => !locked && save('account', value)}
      onBlur={() => void suggest()}
    />
  );
}
