import { type ReactNode, useContext } from 'react';
import { type Failure, failureText } from '../../platform/i18n/failure.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { ExplainContext } from '../fields/problem.ts';
import css from './notice.module.css';

interface Props {
  /** What has failed, unless something else is to be said. */
  failure?: Failure | undefined;
  children?: ReactNode;
}

/** A message about the whole form. Always in the document, so that screen readers announce a change. */
export function Notice({ failure, children }: Props) {
  const t = useTranslate();
  const explain = useContext(ExplainContext);
  const shown = children || (failure && failureText(t, failure));
  return (
    <div className={shown ? css.notice : undefined}>
      <div role="alert">{shown}</div>
      {failure && explain(failure)}
    </div>
  );
}
