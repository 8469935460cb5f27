import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import css from './late-code-help.module.css';

interface Props {
  sentNote: string | undefined;
  late: 'code.late' | 'findAccount.late' | undefined;
}

/** Help for a code that does not arrive. */
export function LateCodeHelp({ sentNote, late = 'code.late' }: Props) {
  const t = useTranslate();
  const { config, loadAllTexts } = usePageContext();
  const [hasTexts, setHasTexts] = useState(false);
  // Its texts are not in the first load. Without them there is no help to show.
  const loadTexts = useEffectEvent(() =>
    loadAllTexts().then(
      () => setHasTexts(true),
      () => {},
    ),
  );
  useEffect(() => void loadTexts(), []);
  if (!hasTexts) return null;
  return (
    <details className={css.help}>
      <summary>{t(late)}</summary>
      <p>
        {sentNote} {t(`${late}.try`)} <a href={`mailto:${config.support}`}>{config.support}</a>
      </p>
    </details>
  );
}
