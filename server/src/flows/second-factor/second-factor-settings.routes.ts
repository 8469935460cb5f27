import { forgetBrowser, getSecondFactor, proveByFactor, switchSecondFactor } from '@foyer/contract/flows/second-factor';
import { mask } from '@foyer/contract/rules/account-rules';
import type { FastifyInstance } from 'fastify';
import { countProof, recordFreshProof } from '../../parts/fresh-proof/fresh-proof.ts';
import { secondFactorPolicy } from '../../parts/sign-in/second-factor-policy.ts';
import { secondFactorsOf } from '../../parts/sign-in/second-factors.ts';
import { canStoreSecrets } from '../../parts/stored-factor/authenticator.ts';
import { recordFactorChange } from '../../parts/stored-factor/change-factor.ts';
import { checkStoredFactor } from '../../parts/stored-factor/stored-factor-check.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import type { Services } from '../../services.ts';

/** What a signed-in person sees and changes of their second factor. */
export function secondFactorSettingsRoutes(server: FastifyInstance, services: Services) {
  const { clock, config, log, stores } = services;

  handleCall(server, services, getSecondFactor, async (_, context, current) => {
    const { account } = current;
    const { ouid, mobile } = account;
    const policy = secondFactorPolicy(config, account, clock.now());
    const authenticator = await stores.authenticators.find(ouid);
    const codes = await stores.backupCodes.summary(ouid);
    const factors = await secondFactorsOf(services, account, []);
    const browsers = await stores.trustedBrowsers.listByAccount(ouid, {
      browserId: context.browserId,
      token: context.trustToken,
    });
    return {
      is: 'done',
      data: {
        on: account.secondFactor,
        policy: policy.is,
        ...('dueBy' in policy && { dueBy: new Date(policy.dueBy).toISOString() }),
        factors,
        ...(mobile && factors.includes('sms') && { mobile: mask(mobile) }),
        ...(authenticator && {
          authenticator: {
            since: authenticator.createdAt.toISOString(),
            ...(authenticator.lastUsedAt && { lastUsedAt: authenticator.lastUsedAt.toISOString() }),
          },
        }),
        canAddAuthenticator: canStoreSecrets(services) && policy.is !== 'off',
        ...(codes && { backupCodes: { left: codes.left, since: codes.createdAt.toISOString() } }),
        trustedBrowsers: browsers.map(({ device, since, expiresAt, ...browser }) => ({
          ...browser,
          ...(device && { device }),
          since: since.toISOString(),
          expiresAt: expiresAt.toISOString(),
        })),
      },
    };
  });

  handleCall(server, services, switchSecondFactor, async ({ on }, context, proof) => {
    const { account } = proof;
    const policy = secondFactorPolicy(config, account, clock.now());
    if (policy.is === 'off' && on) return { is: 'notFound' };
    if (policy.is === 'required' && !on) return { is: 'secondFactorRequired' };
    const factors = await secondFactorsOf(services, account, []);
    // Backup codes alone are soon used up.
    if (on && factors.every((factor) => factor === 'backupCode')) return { is: 'noSecondFactor' };
    if (account.secondFactor === on) return { is: 'done', data: null };
    const refused = await proof.change(async (tx) => {
      await tx.stores.accounts.setSecondFactor(account.ouid, on);
      // A browser that was trusted before is not trusted once it is on again.
      if (!on) await tx.stores.trustedBrowsers.endAll(account.ouid);
      await recordFactorChange(tx, account, on ? 'secondFactorOn' : 'secondFactorOff', context);
      return undefined;
    });
    if (refused) return refused;
    log.info({ event: on ? 'secondFactorOn' : 'secondFactorOff', id: context.requestId, account: account.ouid });
    return { is: 'done', data: null };
  });

  handleCall(server, services, forgetBrowser, async ({ id }, context, proof) => {
    const { ouid } = proof.account;
    const refused = await proof.change(async (tx) => {
      if (!(await tx.stores.trustedBrowsers.forget(ouid, id))) return { is: 'notFound' } as const;
      await tx.stores.audit.record({ account: ouid, type: 'browserForgotten' }, context);
      return undefined;
    });
    if (refused) return refused;
    log.info({ event: 'browserForgotten', id: context.requestId, account: ouid });
    return { is: 'done', data: null };
  });

  handleCall(server, services, proveByFactor, async ({ factor, credentials }, context, current) => {
    const { account } = current;
    const counted = await countProof(services, current, context);
    if (!counted) return { is: 'notSignedIn' };
    const checked = await checkStoredFactor(services, account, factor, credentials, context);
    if (checked.is !== 'right') {
      await stores.audit.record({ account: account.ouid, type: 'proofFailed', factor }, context);
      await counted.endAfterTooMany();
      return checked;
    }
    await counted.forgetWrongOnes();
    const proven = await recordFreshProof(services, context, {
      current,
      factor,
      async use(tx) {
        if (!(await checked.use(tx))) return false;
        if (factor === 'backupCode') await recordFactorChange(tx, account, 'backupCodeUsed', context);
        return true;
      },
    });
    if (!proven) return { is: 'codeAlreadyUsed' };
    await checked.succeed();
    return { is: 'done', data: null };
  });
}
