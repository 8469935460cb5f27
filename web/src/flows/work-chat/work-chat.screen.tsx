import { useEffect, useEffectEvent } from 'react';
import { useTexts } from '../../platform/i18n/texts.ts';
import { sayTrouble } from '../../platform/i18n/failure.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { useVisit } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { workChat } from './work-chat.machine.ts';

const loadLeave = () => import('../../platform/navigation/navigate.ts');

/** Signs in by scanning at WeCom. */
export function WorkChat() {
  const say = useTexts();
  const toast = useToast();
  const visit = useVisit();
  const [state, send] = useMachine(() =>
    workChat((signal) =>
      Promise.all([import('@foyer/contract/flows/work-chat'), loadLeave()]).then(
        ([{ requestWorkChat }, { wishOf }]) => {
          const redirectUrl = wishOf(visit);
          return visit.api(requestWorkChat, redirectUrl ? { redirectUrl } : {}, { signal });
        },
        () => ({ is: 'noAnswer' }),
      ),
    ),
  );

  const react = useEffectEvent(() => {
    if (state.at === 'going')
      void loadLeave().then(({ leaveFor, wishOf }) => leaveFor(state.url, wishOf(visit), 'wecom'));
    if (state.at === 'offered' && state.trouble) toast(sayTrouble(say, state.trouble));
  });
  useEffect(() => react(), [state]);

  return (
    <Button disabled={state.at !== 'offered'} onClick={() => send({ is: 'press' })}>
      {say(state.at === 'offered' ? 'wecom.entry' : 'wecom.redirecting')}
    </Button>
  );
}
