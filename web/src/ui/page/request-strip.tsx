import type { DocumentToSign } from '@foyer/contract/pages/interaction-view';
import { Rich } from '../../platform/i18n/rich.tsx';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Icon, icons } from '../icons/icon.tsx';
import { NoticeStrip } from './notice-strip.tsx';
import { Strip } from './strip.tsx';

const paper = 'M6 3.5h8l4.5 4.5v12.5H6zM14 3.5V8h4.5M9 16c2-3.5 3-3 3-1.5s1.5 1 3.5 0';

interface Props {
  place: 'card' | 'block';
}

/** On top of a page: what is said about the session, or what the person signs in to sign, and why the application asks for more than it has. */
export function RequestStrip({ place }: Props) {
  const t = useTranslate();
  const { language, notice, view } = usePageContext();
  if (notice) return <NoticeStrip notice={notice} place={place} />;
  if (!view) return null;
  const { document, reason, params, cancelUrl } = view;
  const application = view.application[language];
  const slots = { application, signer: params.account, current: reason?.is === 'otherSigner' && reason.current };
  return (
    <>
      {document && <DocumentStrip document={document} place={place} />}
      {reason && (
        <Strip tone={reason.is === 'otherSigner' ? 'warn' : 'accent'} place={place} icon={<Icon d={icons.alert} />}>
          <Rich text={t(`view.${reason.is}`)} slots={isolated(slots)} />{' '}
          <a href={cancelUrl}>
            <Rich text={t('view.cancel')} slots={isolated({ application })} />
          </a>
        </Strip>
      )}
    </>
  );
}

/** What the person signs in to sign, or proves a second factor for. */
export function DocumentStrip({ document: { title, sender, due }, place }: Props & { document: DocumentToSign }) {
  const t = useTranslate();
  const { language, view } = usePageContext();
  const isSignedIn = view?.reason?.is === 'secondFactor';
  return (
    <Strip tone="accent" place={place} icon={<Icon d={paper} />}>
      <b>
        <Rich text={t(isSignedIn ? 'view.document.verify' : 'view.document')} slots={isolated({ title })} />
      </b>{' '}
      <span>
        <Rich text={t(due ? 'view.sentBy.due' : 'view.sentBy')} slots={isolated({ sender, due: due?.[language] })} />
      </span>
    </Strip>
  );
}

/** A text of an application keeps its own direction and does not change that of the sentence. */
const isolated = (values: Record<string, string | false | undefined>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, <bdi key={name}>{value}</bdi>]));
