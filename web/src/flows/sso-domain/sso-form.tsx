import { useTexts } from '../../platform/texts.ts';
import { SsoDomain } from './sso-domain.screen.tsx';
import css from './sso-domain.module.css';

/** The same question in the place of the form. */
export function SsoForm({ onBack }: { onBack: (() => void) | undefined }) {
  const say = useTexts();
  return (
    <>
      <h2 className={css.title}>{say('sso.title')}</h2>
      <SsoDomain onBack={onBack} />
    </>
  );
}
