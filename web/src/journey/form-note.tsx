import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { TextKey } from '@foyer/contract/texts/page-texts';
import { useTranslate } from '../platform/i18n/texts.ts';
import { usePageContext } from '../platform/page-context.ts';
import { Icon, icons } from '../ui/icons/icon.tsx';
import { Strip } from '../ui/page/strip.tsx';
import css from './form-note.module.css';

/** Why the person is back at the form, where the form does not say it. */
export type FormNoteName = 'declined' | 'idConfirmed' | 'idCorrected';

const notes: Record<FormNoteName, { tone: 'accent' | 'warn'; text: TextKey; lead?: TextKey }> = {
  declined: { tone: 'warn', text: 'agreement.signedOut', lead: 'agreement.signedOut.lead' },
  idConfirmed: { tone: 'accent', text: 'idcheck.success' },
  idCorrected: { tone: 'accent', text: 'idcheck.corrected' },
};

export const textOfNote = (name: FormNoteName) => notes[name].text;

interface Props {
  name: FormNoteName;
  onGone(): void;
}

/** On top of the card, until the person submits a form again. */
export function FormNote({ name, onGone }: Props) {
  const t = useTranslate();
  const onPc = usePageContext().variant.device === 'pc';
  const [top] = useState(() => document.createElement('div'));
  // Screen readers announce what changes in an element with this role, so the element comes first and then the text.
  const [added, setAdded] = useState(false);
  useLayoutEffect(() => {
    top.setAttribute('role', 'status');
    top.className = css.top!;
    document.getElementById('title')!.before(top);
    return () => top.remove();
  }, [top]);
  const leave = useEffectEvent(onGone);
  useEffect(() => {
    setAdded(true);
    const onSubmit = () => leave();
    addEventListener('submit', onSubmit);
    return () => removeEventListener('submit', onSubmit);
  }, []);
  const { tone, text, lead } = notes[name];
  return createPortal(
    added && (
      <Strip tone={tone} place={onPc ? 'card' : 'block'} icon={<Icon d={tone === 'warn' ? icons.alert : icons.tick} />}>
        <b>{t(text)}</b> {lead && <span>{t(lead)}</span>}
      </Strip>
    ),
    top,
  );
}
