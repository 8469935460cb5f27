import { qr } from '@foyer/contract/limits';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { QrPicture } from '../../ui/qr/qr-picture.tsx';
import css from './authenticator-key.module.css';
import { CopyButton } from './copy-button.tsx';

interface Props {
  /** The key as text. */
  secret: string;
  /** The content of the QR code. */
  uri: string;
}

/** The key of a new authenticator app: to scan, to open in the app on the same phone, or to type. */
export function AuthenticatorKey({ secret, uri }: Props) {
  const t = useTranslate();
  const { variant } = usePageContext();
  const opensApp = variant.device !== 'pc' && uri.startsWith('otpauth:');
  return (
    <div className={css.key}>
      {opensApp && (
        <ButtonLink kind="main" href={uri}>
          {t('totp.open')}
        </ButtonLink>
      )}
      <div className={css.paper}>
        <QrPicture content={uri} label={t('totp.qr')} size={qr.boxPixels} />
      </div>
      <div className={css.text}>
        <p>{t('totp.typed')}</p>
        <code className={css.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
        <CopyButton text={secret} label={t('totp.copy')} />
      </div>
    </div>
  );
}
