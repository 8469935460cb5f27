import { scanApps } from '@foyer/contract/pages/page-config';
import type { Translate } from '../../platform/i18n/texts.ts';

export const appOf = (provider: string) => scanApps.find((name) => name === provider.split('.')[0]);

/** The name of the app, or the domain of the company. */
export function nameOf(provider: string, t: Translate): string {
  const app = appOf(provider);
  if (app) return t(`qr.switch.${app}`);
  const [kind, ...rest] = provider.split('.');
  if (kind === 'wecom') return t('way.wecom');
  return kind === 'sso' ? `${t('way.sso')} · ${rest.join('.')}` : provider;
}
