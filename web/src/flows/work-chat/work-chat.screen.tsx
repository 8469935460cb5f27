import { useEffect, useEffectEvent } from 'react';
import { useTexts } from '../../platform/texts.ts';
import { sayTrouble } from '../../platform/trouble.ts';
import { useMachine } from '../../platform/use-machine.ts';
import { useVisit } from '../../platform/visit.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { workChat } from './work-chat.machine.ts';

const loadLeave = () => import('../../platform/leave.ts');

/** Signs in by scanning at WeCom. */
export function WorkChat() {
  const say = useTexts();
  const toast = useToast();
  const visit = useVisit();
  const [state, send] = useMachine(() =>
    workChat((signal) =>
      Promise.all([import('@foyer/contract/work-chat'), loadLeave()]).then(
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
