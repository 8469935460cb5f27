import type { ReactNode } from 'react';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { useTranslate } from '../../platform/i18n/texts.ts';
import type { Machine } from '../../platform/machine/machine.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { MissingSeal } from '../../ui/icons/pictures.tsx';
import css from './article.module.css';

export type LoadResult<Data> = { at: 'loaded'; data: Data } | { at: 'notFound' } | { at: 'failed' };
type State<Data> = { at: 'loading' } | LoadResult<Data>;
type Event<Data> = { is: 'settled'; result: LoadResult<Data> } | { is: 'retry' };
type Load<Data> = () => Promise<LoadResult<Data>>;

const loadMachine = <Data,>(load: Load<Data>): Machine<State<Data>, Event<Data>> => ({
  start: { at: 'loading' },
  next(state, event) {
    if (event.is === 'retry') return state.at === 'failed' ? { at: 'loading' } : state;
    return event.result;
  },
  running: (state) =>
    state.at === 'loading'
      ? [
          {
            key: 'load',
            work: async () => ({ is: 'settled', result: await load() }),
            failed: { is: 'settled', result: { at: 'failed' } },
          },
        ]
      : [],
});

/** Loads and shows data, or says why it cannot and offers a retry. */
export function Loaded<Data>({ load, children }: { load: Load<Data>; children(data: Data): ReactNode }) {
  const t = useTranslate();
  const [state, send] = useMachine(() => loadMachine(load));
  switch (state.at) {
    case 'loading':
      return <p role="status">{t('common.loading')}</p>;
    case 'loaded':
      return children(state.data);
    case 'notFound':
      return (
        <div className={css.gone}>
          <MissingSeal />
          <p role="alert">{t('help.notFound')}</p>
          <ButtonLink kind="main" href={pageRoutes.help}>
            {t('help.all')}
          </ButtonLink>
        </div>
      );
    case 'failed':
      return (
        <div role="alert">
          <p>{t('help.failed')}</p>
          <Button onClick={() => send({ is: 'retry' })}>{t('common.retry')}</Button>
        </div>
      );
  }
}
