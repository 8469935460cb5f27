import { pageRoutes } from '@foyer/contract/page-routes';
import { OpenOnPhone } from '../flows/open-on-phone/open-on-phone.screen.tsx';
import { Footer } from '../frame/footer.tsx';
import { Header } from '../frame/header.tsx';
import { Hero } from '../frame/hero.tsx';
import { AgreementLine } from '../parts/agreement-line.tsx';
import { useTexts } from '../platform/texts.ts';
import { useVisit } from '../platform/visit.ts';
import css from './login.module.css';
import { LoginForm } from './login-form.tsx';

/** Which things stand where on `/login/web`. */
export function LoginPage() {
  const say = useTexts();
  const { config, language, variant } = useVisit();
  const onPc = variant.device === 'pc';
  const scans = onPc && !variant.locked;
  return (
    <>
      <Header />
      <main className={onPc ? css.main : css.phone}>
        {onPc && <Hero />}
        <section className={css.card} data-scans={scans || undefined} aria-labelledby="title">
          <h1 id="title" className={onPc ? 'unseen' : css.welcome}>
            {onPc ? say('login.title', { brand: config.brand[language] }) : say('login.welcome')}
          </h1>
          <div className={css.columns}>
            {scans && (
              <div className={css.scan}>
                <OpenOnPhone />
              </div>
            )}
            {scans && <div className={css.rule} />}
            <div className={css.form}>
              <LoginForm />
              {variant.device !== 'mobileWeb' && (
                <p className={css.register}>
                  {say('login.noAccount')} <a href={pageRoutes.register}>{say('login.registerNow')}</a>
                </p>
              )}
            </div>
          </div>
          <AgreementLine className={css.agree} />
        </section>
      </main>
      <Footer />
    </>
  );
}
