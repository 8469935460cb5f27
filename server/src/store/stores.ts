import type { Limits } from '../config/config.ts';
import type { Sql } from '../database/database.ts';
import type { Clock } from '../platform/clock.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Random } from '../platform/random.ts';
import { accessCodeStore } from './sign-in/access-codes.ts';
import { accountMergeStore } from './accounts/account-merges.ts';
import { accountRoleStore } from './accounts/account-roles.ts';
import { accountStore } from './accounts/accounts.ts';
import { attributeStore } from './accounts/attributes.ts';
import { auditStore } from './audit.ts';
import { authenticatorStore } from './credentials/authenticators.ts';
import { backupCodeStore } from './credentials/backup-codes.ts';
import { quotaStore } from './limits/quotas.ts';
import { codeStore } from './credentials/codes.ts';
import { companyStore } from './companies.ts';
import { completedSignInStore } from './sign-in/completed-sign-ins.ts';
import { agreementStore } from './accounts/agreements.ts';
import { contactChangeStore } from './accounts/contact-changes.ts';
import { contentStore } from './content.ts';
import { eventCountStore } from './event-counts.ts';
import { handoffStore } from './sign-in/handoffs.ts';
import { humanCheckStore } from './limits/human-checks.ts';
import { idSuffixAttemptStore } from './limits/id-suffix-attempts.ts';
import { identityStore } from './accounts/identities.ts';
import { importedPasswordStore } from './credentials/imported-passwords.ts';
import { knownBrowserStore } from './sign-in/known-browsers.ts';
import { lazy } from './lazy.ts';
import { oidcApiStore } from './oidc/oidc-apis.ts';
import { oidcClientStore } from './oidc/oidc-clients.ts';
import { oidcDeviceCodeStore } from './oidc/oidc-device-codes.ts';
import { oidcKeyStore } from './oidc/oidc-keys.ts';
import { oidcLogoutStore } from './oidc/oidc-logouts.ts';
import { oidcPermissionStore } from './oidc/oidc-permissions.ts';
import { oidcRecordStore } from './oidc/oidc-records.ts';
import { oidcSessionStore } from './oidc/oidc-sessions.ts';
import { passkeyChallengeStore } from './credentials/passkey-challenges.ts';
import { passkeyStore } from './credentials/passkeys.ts';
import { passwordAttemptStore } from './limits/password-attempts.ts';
import { passwordSetupStore } from './credentials/password-setups.ts';
import { pendingSignInStore } from './sign-in/pending-sign-ins.ts';
import { personalDataStore } from './accounts/personal-data.ts';
import { peopleSearchStore } from './accounts/people-search.ts';
import { realNameStore } from './accounts/real-names.ts';
import { rememberedAccountStore } from './sign-in/remembered-accounts.ts';
import { retryStore } from './sign-in/retries.ts';
import { sandboxEntryStore } from './sandbox-entries.ts';
import { scanStore } from './sign-in/scans.ts';
import { sessionCheckStore } from './sign-in/session-checks.ts';
import { sessionStore } from './sign-in/sessions.ts';
import { ssoRequestStore } from './sign-in/sso-requests.ts';
import { suiteTicketStore } from './suite-tickets.ts';
import { waitingContactChangeStore } from './accounts/waiting-contact-changes.ts';
import { trustedBrowserStore } from './sign-in/trusted-browsers.ts';
import { webhookDeliveryStore } from './webhooks/webhook-deliveries.ts';
import { webhookEndpointStore } from './webhooks/webhook-endpoints.ts';
import { webhookEventStore } from './webhooks/webhook-events.ts';
import { verifiedMobileStore } from './sign-in/verified-mobiles.ts';

interface StoreDependencies {
  config: { limits: Limits };
  clock: Clock;
  random: Random;
  secrets: { hashing: string };
  metrics?: Pick<Metrics, 'limitHit'>;
}

export type Stores = ReturnType<typeof createStores>;
/** Runs `work` with the stores of one transaction. */
export type InTransaction = <Result>(work: (stores: Stores) => Promise<Result>) => Promise<Result>;

/** All stores on one connection or on one transaction. */
export function createStores(db: Sql, { config, clock, random, secrets, metrics }: StoreDependencies) {
  const { limits } = config;
  return lazy({
    accessCodes: () => accessCodeStore(db, clock, random),
    accountMerges: () => accountMergeStore(db),
    accountRoles: () => accountRoleStore(db),
    accounts: () => accountStore(db, clock, random),
    attributes: () => attributeStore(db),
    audit: () => auditStore(db, clock),
    authenticators: () => authenticatorStore(db, clock, random),
    backupCodes: () => backupCodeStore(db, clock),
    quotas: () => quotaStore(db, clock, metrics),
    codes: () => codeStore(db, clock, secrets.hashing),
    companies: () => companyStore(db),
    completedSignIns: () => completedSignInStore(db, clock, random, limits.session),
    agreements: () => agreementStore(db, clock),
    contactChanges: () => contactChangeStore(db, clock, random),
    content: () => contentStore(db),
    eventCounts: () => eventCountStore(db, clock),
    handoffs: () => handoffStore(db, clock, random),
    humanChecks: () => humanCheckStore(db, clock, random),
    idSuffixAttempts: () => idSuffixAttemptStore(db, clock),
    identities: () => identityStore(db, clock, random),
    importedPasswords: () => importedPasswordStore(db, clock, random, secrets.hashing),
    knownBrowsers: () => knownBrowserStore(db),
    oidcApis: () => oidcApiStore(db),
    oidcClients: () => oidcClientStore(db),
    oidcDeviceCodes: () => oidcDeviceCodeStore(db, clock),
    oidcKeys: () => oidcKeyStore(db),
    oidcLogouts: () => oidcLogoutStore(db, clock),
    oidcPermissions: () => oidcPermissionStore(db, clock),
    oidcRecords: () => oidcRecordStore(db, clock),
    oidcSessions: () => oidcSessionStore(db),
    passkeyChallenges: () => passkeyChallengeStore(db, clock, random),
    passkeys: () => passkeyStore(db, clock, random),
    passwordAttempts: () => passwordAttemptStore(db, clock, limits.wrongPasswords),
    passwordSetups: () => passwordSetupStore(db, clock, random),
    pendingSignIns: () => pendingSignInStore(db, clock, random),
    peopleSearch: () => peopleSearchStore(db, clock),
    personalData: () => personalDataStore(db),
    realNames: () => realNameStore(db, clock, random, secrets.hashing),
    rememberedAccounts: () => rememberedAccountStore(db, clock, secrets.hashing),
    retries: () => retryStore(db, clock, secrets.hashing),
    sandboxEntries: () => sandboxEntryStore(db, clock),
    scans: () => scanStore(db, clock),
    sessionChecks: () => sessionCheckStore(db, clock, limits.session),
    sessions: () => sessionStore(db, clock, random, limits.session),
    ssoRequests: () => ssoRequestStore(db, clock),
    suiteTickets: () => suiteTicketStore(db, clock),
    trustedBrowsers: () => trustedBrowserStore(db, clock, random),
    waitingContactChanges: () => waitingContactChangeStore(db, clock, random),
    verifiedMobiles: () => verifiedMobileStore(db, clock),
    webhookDeliveries: () => webhookDeliveryStore(db, clock),
    webhookEndpoints: () => webhookEndpointStore(db, clock),
    webhookEvents: () => webhookEventStore(db, clock),
  });
}
