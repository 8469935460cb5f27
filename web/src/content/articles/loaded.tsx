import type { ReactNode } from 'react';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { useTranslate } from '../../platform/i18n/texts.ts';
import type { DataIn, LoadReply } from '../../platform/machine/load.machine.ts';
import { useLoad } from '../../platform/machine/use-load.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { MissingSeal } from '../../ui/icons/pictures.tsx';
import css from './article.module.css';

interface Props<Reply> {
  load(this: void, signal: AbortSignal): Promise<Reply>;
  /** A refusal says that there is nothing to show, not that the person should try again. */
  mayBeMissing?: boolean;
  children(data: DataIn<Reply>): ReactNode;
}

/** Loads and shows data, or says why it cannot and offers a retry. */
export function Loaded<Reply extends LoadReply>({ load, mayBeMissing = false, children }: Props<Reply>) {
  const t = useTranslate();
  const { state, reload } = useLoad(load);
  switch (state.at) {
    case 'loading':
      return <p role="status">{t('common.loading')}</p>;
    case 'loaded':
    case 'reloading':
      return children(state.data);
    case 'failed':
      return mayBeMissing && state.failure !== 'noResponse' && state.failure !== 'unexpected' ? (
        <div className={css.gone}>
          <MissingSeal />
          <p role="alert">{t('help.notFound')}</p>
          <ButtonLink kind="main" href={pageRoutes.help}>
            {t('help.all')}
          </ButtonLink>
        </div>
      ) : (
        <div role="alert">
          <p>{t('help.failed')}</p>
          <Button onClick={reload}>{t('common.retry')}</Button>
        </div>
      );
  }
}
