import type { ReactNode } from 'react';
import { useCurrentAccount } from '../../parts/account/current-account.ts';
import { RecentTime } from '../../parts/account/recent-time.tsx';
import { Rich } from '../../platform/i18n/rich.tsx';
import { usePageContext } from '../../platform/page-context.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { AppGlyph } from '../../ui/icons/app-glyph.tsx';
import { Button } from '../../ui/button.tsx';
import { WecomGlyph } from '../../ui/icons/glyph.tsx';
import { Icon, icons } from '../../ui/icons/icon.tsx';
import { Panel, Row, Rows } from '../../ui/page/panel.tsx';
import { appOf, nameOf } from './identity-name.ts';
import { useActionProblem, useSession } from './use-session.ts';

/** The identities at apps and companies that sign in to the account, and below them what can be linked. */
export function Identities({ children }: { children: ReactNode }) {
  const t = useTranslate();
  const { account, busy, act } = useSession();
  const { unlinked } = useCurrentAccount();
  const { identities } = account;
  const { methods } = usePageContext().config;
  return (
    <Panel id="linked" title={t('home.identities')} problem={useActionProblem('unlink', 'undoUnlink')}>
      <Rows>
        {identities.length === 0 && !methods.sso && methods.scan.length === 0 && (
          <Row icon={<Icon d={icons.office} />} title={t('home.identities.none')} />
        )}
        {identities.map(({ id, provider, since }) => {
          const name = nameOf(provider, t);
          return (
            <Row
              key={id}
              icon={<Sign provider={provider} />}
              title={name}
              note={<Rich text={t('home.identities.since')} slots={{ time: <RecentTime at={since} /> }} />}
            >
              <Button
                disabled={busy}
                aria-label={`${t('home.identities.unlink')}: ${name}`}
                onClick={() => act({ type: 'unlink', id })}
              >
                {t('home.identities.unlink')}
              </Button>
            </Row>
          );
        })}
        {unlinked !== undefined && (
          <Row icon={<Sign provider={unlinked} />} title={nameOf(unlinked, t)} note={t('home.identities.unlinked')}>
            <Button
              kind="text"
              disabled={busy}
              aria-label={`${t('home.identities.undo')}: ${t('home.identities.unlink')}, ${nameOf(unlinked, t)}`}
              onClick={() => act({ type: 'undoUnlink' })}
            >
              {t('home.identities.undo')}
            </Button>
          </Row>
        )}
      </Rows>
      {children}
    </Panel>
  );
}

function Sign({ provider }: { provider: string }) {
  const app = appOf(provider);
  if (app) return <AppGlyph app={app} />;
  return provider.startsWith('wecom') ? <WecomGlyph size={24} /> : <Icon d={icons.office} />;
}
