import type { ReactNode } from 'react';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { Button } from '../../ui/button.tsx';
import { type AskedState, asked } from './asked.machine.ts';

interface Props<Found> {
  ask(): Promise<Exclude<AskedState<Found>, { at: 'asking' }>>;
  children(found: Found): ReactNode;
}

/** Shows what was asked for, or says why it cannot and offers another try. */
export function AskedPart<Found>({ ask, children }: Props<Found>) {
  const t = useTranslate();
  const [state, send] = useMachine(() => asked(ask));
  switch (state.at) {
    case 'asking':
      return <p role="status">{t('common.loading')}</p>;
    case 'shown':
      return children(state.found);
    case 'gone':
      return <p role="alert">{t('help.notFound')}</p>;
    case 'failed':
      return (
        <div role="alert">
          <p>{t('help.failed')}</p>
          <Button onClick={() => send({ is: 'retry' })}>{t('common.retry')}</Button>
        </div>
      );
  }
}
