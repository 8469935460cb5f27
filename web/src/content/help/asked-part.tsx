import type { ReactNode } from 'react';
import { useTexts } from '../../platform/i18n/texts.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { Button } from '../../ui/button.tsx';
import { type AskedState, asked } from './asked.machine.ts';

interface Props<Found> {
  ask(): Promise<Exclude<AskedState<Found>, { at: 'asking' }>>;
  children(found: Found): ReactNode;
}

/** Shows what was asked for, or says why it cannot and offers another try. */
export function AskedPart<Found>({ ask, children }: Props<Found>) {
  const say = useTexts();
  const [state, send] = useMachine(() => asked(ask));
  switch (state.at) {
    case 'asking':
      return <p role="status">{say('common.loading')}</p>;
    case 'shown':
      return children(state.found);
    case 'gone':
      return <p role="alert">{say('help.notFound')}</p>;
    case 'failed':
      return (
        <div role="alert">
          <p>{say('help.failed')}</p>
          <Button onClick={() => send({ is: 'retry' })}>{say('common.retry')}</Button>
        </div>
      );
  }
}
