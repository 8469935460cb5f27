import { useCurrentAccount } from '../../parts/account/current-account.ts';
import { useCheckupActions } from '../../parts/account/checkup-actions.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { accountIcons } from '../../ui/icons/account-icons.ts';
import { Button } from '../../ui/button.tsx';
import { Icon, icons } from '../../ui/icons/icon.tsx';
import { Badge, Panel } from '../../ui/page/panel.tsx';
import { checkupOf } from './checkup.ts';
import css from './security-checkup.module.css';

/** What protects the account, and one press to mend what does not. */
export function SecurityCheckup() {
  const t = useTranslate();
  const actions = useCheckupActions();
  const points = checkupOf(useCurrentAccount().account);
  const done = points.filter(({ isDone }) => isDone).length;
  const due = points.length - done;
  return (
    <Panel
      id="checkup"
      title={t('checkup.title')}
      end={
        due > 0 ? (
          <Badge kind="warn">{t('checkup.due', { n: due })}</Badge>
        ) : (
          <Badge kind="ok">{t('checkup.done')}</Badge>
        )
      }
    >
      <div className={css.checkup}>
        <Dial share={done / points.length}>{`${done} / ${points.length}`}</Dial>
        <ul className={css.points}>
          {points.map(({ point, isDone, n = 0 }) => (
            <li key={point} className={isDone ? css.done : css.due}>
              <Icon d={isDone ? accountIcons.done : icons.alert} />
              <span>{t(`checkup.${point}.${isDone ? 'done' : 'due'}`, { n })}</span>
              {!isDone && actions.has(point) && (
                <Button kind="text" onClick={actions.get(point)}>
                  {t(`checkup.${point}.mend`)}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}

/** A ring that is as full as the check-up; the text beside it says the same. */
function Dial({ share, children }: { share: number; children: string }) {
  return (
    <div className={css.dial} aria-hidden="true">
      <svg viewBox="0 0 92 92" width="92" height="92" fill="none" strokeWidth="8">
        <circle cx="46" cy="46" r="40" />
        <circle cx="46" cy="46" r="40" pathLength="1" strokeDasharray="1" strokeDashoffset={1 - share} />
      </svg>
      <b>{children}</b>
    </div>
  );
}
