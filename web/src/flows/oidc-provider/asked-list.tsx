import { useId } from 'react';
import type { oidcScopes } from '@foyer/contract/flows/oidc-provider';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import css from './asked-list.module.css';

const tick = 'm5 12.5 4.5 4.5L19 7.5';

interface Props {
  lead: string;
  scopes: readonly (typeof oidcScopes)[number][];
  /** In words of the operator. */
  attributes: readonly string[];
}

/** What an application of someone else asks for, in words. */
export function AskedList({ lead, scopes, attributes }: Props) {
  const t = useTranslate();
  const id = useId();
  return (
    <div className={css.asked}>
      <p id={id}>{lead}</p>
      <ul aria-labelledby={id}>
        {scopes.map((scope) => (
          <li key={scope}>
            <Icon d={tick} size={16} />
            {t(`access.scope.${scope}`)}
          </li>
        ))}
        {attributes.map((label) => (
          <li key={label}>
            <Icon d={tick} size={16} />
            <bdi>{label}</bdi>
          </li>
        ))}
      </ul>
      <p className={css.cannot}>{t('access.cannot')}</p>
    </div>
  );
}
