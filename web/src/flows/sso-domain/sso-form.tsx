import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { SsoDomain } from './sso-domain.screen.tsx';
import css from './sso-domain.module.css';

interface Props {
  /** The person has just opened it with a button that is no longer there: the domain gets the focus. */
  opened: boolean;
  onBack: (() => void) | undefined;
}

/** The company form in place of the sign-in form. Its title is the page's on a phone. */
export function SsoForm({ opened, onBack }: Props) {
  const t = useTranslate();
  const { variant } = usePageContext();
  return (
    <>
      {variant.device === 'pc' && <h2 className={css.title}>{t('sso.title')}</h2>}
      <p className={css.about}>{t('sso.desc')}</p>
      <SsoDomain focus={opened} onBack={onBack} />
    </>
  );
}
