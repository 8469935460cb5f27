import { useTranslate } from '../../platform/i18n/texts.ts';
import css from './register-hero.module.css';

const tips = ['register.tip.account', 'register.tip.contract', 'register.tip.sign'] as const;

/** Beside the registration form: what comes after it. */
export function RegisterHero() {
  const t = useTranslate();
  return (
    <section className={css.hero}>
      <p className={css.title}>{t('register.hero')}</p>
      <p className={css.text}>{t('register.hero.text')}</p>
      <ol className={css.tips}>
        {tips.map((key, index) => (
          <li key={key}>
            <span className={css.number} aria-hidden="true">
              {index + 1}
            </span>
            <div>
              <p className={css.name}>{t(key)}</p>
              <p className={css.note}>{t(`${key}.note`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
