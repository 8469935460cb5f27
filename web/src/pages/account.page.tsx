import { useEffect, useState } from 'react';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { LazySandboxDrawer } from '../content/sandbox-drawer/lazy-drawer.tsx';
import { Agreements } from '../flows/account/agreements.tsx';
import { Preferences } from '../flows/account/preferences.tsx';
import { Profile } from '../flows/account/profile.tsx';
import { RealNamePrompt } from '../flows/account/real-name-prompt.tsx';
import { RecentActivity } from '../flows/account/recent-activity.tsx';
import { SecurityCheckup } from '../flows/account/security-checkup.tsx';
import { NameRow } from '../flows/change-name/name-row.tsx';
import { PasswordRow } from '../flows/change-password/password-row.tsx';
import { CloseRow } from '../flows/close-account/close-row.tsx';
import { ContactRows } from '../flows/contact-change/contact-rows.tsx';
import { ExportRow } from '../flows/personal-data/export-row.tsx';
import { LinkApps } from '../flows/qr-login/link-apps.tsx';
import { Passkeys } from '../flows/passkey/passkeys.section.tsx';
import { RealNameRow } from '../flows/real-name/real-name-row.tsx';
import { SecondFactorSettings } from '../flows/second-factor/second-factor-settings.tsx';
import { Applications } from '../flows/session/applications.tsx';
import { Identities } from '../flows/session/identities.tsx';
import { Session } from '../flows/session/session.screen.tsx';
import { Sessions } from '../flows/session/sessions.tsx';
import { SignOut } from '../flows/session/sign-out.tsx';
import { LinkCompany } from '../flows/sso-domain/link-company.tsx';
import { ScrollToTarget, SectionPage } from '../layout/section-page.tsx';
import { leaveEndedSession } from '../parts/account/ended-session.ts';
import { CheckupActionsContext, createCheckupActions } from '../parts/account/checkup-actions.ts';
import { FreshProof } from '../parts/fresh-proof/fresh-proof.tsx';
import { useTranslate } from '../platform/i18n/texts.ts';
import { navigate } from '../platform/navigation/navigate.ts';
import { usePageContext } from '../platform/page-context.ts';
import { accountIcons } from '../ui/icons/account-icons.ts';
import { Panel, Rows } from '../ui/page/panel.tsx';

/** The navigation: `id` is that of the first panel of each section. */
const sections = [
  { id: 'overview', name: 'account.overview', icon: accountIcons.user },
  { id: 'sign-in', name: 'account.signIn', icon: accountIcons.lock },
  { id: 'linked', name: 'account.linked', icon: accountIcons.link },
  { id: 'devices', name: 'account.devices', icon: accountIcons.laptop },
  { id: 'activity', name: 'account.activity', icon: accountIcons.clock },
  { id: 'preferences', name: 'account.preferences', icon: accountIcons.preferences },
  { id: 'data', name: 'account.data', icon: accountIcons.data },
] as const;

const signedOut = () => navigate(pageRoutes.login);

/** What a person can see and do about their account. `?scene=realname` prompts an unverified account for its real name. */
export function Page() {
  const t = useTranslate();
  const { config, variant } = usePageContext();
  const [actions] = useState(createCheckupActions);
  const [promptsRealName, setPromptsRealName] = useState(false);
  useEffect(() => setPromptsRealName(new URLSearchParams(location.search).get('scene') === 'realname'), []);

  return (
    <SectionPage
      label={t('account.nav')}
      sections={sections.map(({ id, name, icon }) => ({ id, name: t(name), icon }))}
    >
      <FreshProof onSignedOut={leaveEndedSession}>
        <CheckupActionsContext value={actions}>
          <Session onSignedOut={signedOut} onEnded={leaveEndedSession}>
            {promptsRealName && <RealNamePrompt />}
            <Profile>
              <SignOut />
            </Profile>
            <SecurityCheckup />
            <Panel id="person" title={t('account.person')}>
              <Rows>
                <NameRow />
                <RealNameRow />
              </Rows>
            </Panel>
            <Panel id="sign-in" title={t('account.ways')}>
              <Rows>
                <PasswordRow />
                <ContactRows />
              </Rows>
            </Panel>
            {config.methods.passkey && <Passkeys />}
            <SecondFactorSettings />
            <Identities>
              <LinkApps />
              <LinkCompany />
            </Identities>
            <Applications />
            <Sessions />
            <RecentActivity />
            <Preferences />
            <Panel id="data" title={t('account.data')}>
              <Rows>
                <Agreements />
                <ExportRow />
                <CloseRow />
              </Rows>
            </Panel>
            <ScrollToTarget />
          </Session>
        </CheckupActionsContext>
      </FreshProof>
      {variant.device === 'pc' && config.phone && <LazySandboxDrawer phone={config.phone} signedIn />}
    </SectionPage>
  );
}
