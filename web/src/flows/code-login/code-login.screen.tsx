import { useTexts } from '../../platform/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Its place is kept; the flow itself is not open yet. */
export function CodeLogin({ onPassword }: { onPassword(): void }) {
  const say = useTexts();
  return (
    <>
      <Notice>{say('login.code.coming')}</Notice>
      <Button kind="main" onClick={onPassword}>
        {say('login.code.toPassword')}
      </Button>
    </>
  );
}
