import type { CallResponse } from '@foyer/contract/call';
import { answerDeviceQuestion, enterUserCode, getDeviceQuestion } from '@foyer/contract/flows/oidc-provider';
import { mask } from '@foyer/contract/rules/account-rules';
import { normalUserCode } from '@foyer/contract/rules/user-code';
import { seconds } from '@foyer/contract/time';
import type { FastifyInstance } from 'fastify';
import type { Interaction, Provider } from 'oidc-provider';
import type { RequestContext } from '../../http/requests/request-context.ts';
import { type SignedIn, handleCall } from '../../parts/access/handle-call.ts';
import { type DeviceOrigin, devicePrompt } from '../../parts/oidc/device-codes.ts';
import { askedFor } from '../../parts/oidc/grants.ts';
import { proofReasons } from '../../parts/oidc/missing-proof.ts';
import type { Oidc } from '../../parts/oidc/oidc.ts';
import { oidcPaths } from '../../parts/oidc/paths.ts';
import { ownParameters } from '../../parts/oidc/request-parameters.ts';
import { deviceCodes as limits } from '../../store/oidc/oidc-device-codes.ts';
import { oidcLifetimes } from '../../parts/oidc/lifetimes.ts';
import { sha256 } from '../../platform/sha256.ts';
import { type Services, inTransaction } from '../../services.ts';
import { labelIn } from '../../store/accounts/attributes.ts';
import type { Quota } from '../../store/limits/quotas.ts';
import { clientNameIn } from '../../store/oidc/oidc-clients.ts';
import { finish, loginResult, signInUrl } from './interaction.ts';

/** A person types the code of a device, signs in, and says whether the device may have the account. */
export function deviceRoutes(server: FastifyInstance, services: Services, oidc: Oidc) {
  const { config, log, random, stores } = services;

  handleCall(server, services, enterUserCode, async ({ userCode: typed }, context, current) => {
    const userCode = normalUserCode(typed);
    if (userCode === undefined) return { is: 'wrongCode' };
    // Counted before it is looked for, so that guesses at the same moment gain nothing.
    const attempt = await stores.quotas.consume(wrongCodeQuotas(context, current));
    if (attempt.is === 'refused') {
      log.warn({ event: 'userCodesRefused', id: context.requestId, account: current?.account.ouid });
      return { is: 'tooManyRequests', data: { retryAfter: attempt.retryAfter } };
    }
    const asked = await stores.oidcDeviceCodes.findByUserCode(userCode);
    const client = asked && (await stores.oidcClients.find(String(asked.payload['clientId'])));
    if (!asked || isDecided(asked.payload) || !client?.device) return { is: 'wrongCode' };
    await attempt.refund();
    const interaction = await openInteraction(await oidc.provider(), asked.handle, {
      ...(asked.payload['params'] as Interaction['params']),
      [ownParameters.browser]: context.ensureBrowserId(),
    });
    return { is: 'done', data: { url: oidcPaths.openDevice(interaction.uid) } };
  });

  /** As the library does at its own page: what follows, sign-in, further factors and the tokens, is the library's again. */
  async function openInteraction(provider: Provider, deviceCode: string, params: Interaction['params']) {
    const uid = random.token();
    const payload = {
      returnTo: `${config.publicUrl}${oidcPaths.device}/${uid}`,
      prompt: { name: devicePrompt, reasons: [proofReasons.device], details: {} },
      params,
      cid: random.token(),
      deviceCode,
    };
    // Its types know no arguments.
    const interaction = Reflect.construct(provider.Interaction, [uid, payload]) as Interaction;
    await interaction.save(oidcLifetimes.interaction / seconds(1));
    return interaction;
  }

  /** The question waits for an answer, in the browser in which the code was typed. */
  async function findQuestion(uid: string, { browserId }: RequestContext, current: SignedIn | undefined) {
    const provider = await oidc.provider();
    const interaction = await provider.Interaction.find(uid);
    const handle = interaction?.prompt.name === devicePrompt ? interaction.deviceCode : undefined;
    if (!interaction || handle === undefined || !current || interaction.result) return undefined;
    if (browserId === undefined || interaction.params[ownParameters.browser] !== browserId) return undefined;
    const asked = await stores.oidcDeviceCodes.find(handle);
    const client = asked && (await stores.oidcClients.find(String(asked.payload['clientId'])));
    return !asked || isDecided(asked.payload) || !client?.device ? undefined : { interaction, asked, client, current };
  }

  handleCall(server, services, getDeviceQuestion, async ({ uid }, context, signedIn) => {
    const question = await findQuestion(uid, context, signedIn);
    if (!question) return { is: 'authorisationExpired' };
    const { interaction, asked, client, current } = question;
    const { label, address, country } = asked.payload['deviceInfo'] as DeviceOrigin;
    const { shownScopes, shownAttributes } = askedFor(interaction.params, await stores.attributes.all());
    const isOurs = client.firstParty;
    return {
      is: 'done',
      data: {
        application: clientNameIn(context.language, client),
        account: mask(current.account.mobile ?? current.account.email ?? ''),
        site: new URL(config.publicUrl).host,
        device: label,
        address,
        at: seconds(Number(asked.payload['iat'])),
        elsewhere: country !== undefined && context.country !== undefined && country !== context.country,
        otherNetwork: address !== context.maskedIp,
        scopes: isOurs ? [] : shownScopes,
        attributes: isOurs
          ? []
          : [...new Set(shownAttributes.map((attribute) => labelIn(context.language, attribute)))],
        signInUrl: signInUrl(`${config.publicUrl}${oidcPaths.interaction(uid, client.id)}`),
      },
    };
  });

  handleCall(
    server,
    services,
    answerDeviceQuestion,
    async ({ uid, allowed }, context, signedIn): Promise<CallResponse<typeof answerDeviceQuestion>> => {
      const question = await findQuestion(uid, context, signedIn);
      if (!question) return { is: 'authorisationExpired' };
      const { interaction, asked, client, current } = question;
      const { ouid: account } = current.account;
      const event = allowed ? 'deviceAllowed' : 'deviceDeclined';
      log.info({ event, id: context.requestId, account, client: client.id });
      if (!allowed) {
        const declined = { error: 'access_denied', errorDescription: 'the person declined' };
        const isDecidedNow = await stores.oidcDeviceCodes.decide(asked.handle, { ...asked.payload, ...declined });
        return isDecidedNow ? { is: 'done', data: {} } : { is: 'authorisationExpired' };
      }
      if (!client.firstParty) await allowAccess(interaction, client.id, account, context);
      // The library decides the code with this, for the account that has answered and for no other one.
      const result = { ...loginResult(interaction, current.session), [devicePrompt]: { account } };
      await finish(interaction, result, current.session.sid);
      return { is: 'done', data: { url: oidcPaths.interaction(uid) } };
    },
  );

  /** The question lists what an application of someone else asks for, so no second one is needed. */
  async function allowAccess({ params }: Interaction, client: string, account: string, context: RequestContext) {
    const { permission } = askedFor(params, await stores.attributes.all());
    const before = await stores.oidcPermissions.scopesOf(account, client);
    if (permission.every((scope) => before.includes(scope))) return;
    await inTransaction(services, async ({ stores: tx }) => {
      await tx.oidcPermissions.allow(account, client, permission);
      await tx.audit.record({ account, type: 'applicationAllowed', details: { client, scopes: permission } }, context);
    });
  }
}

const isDecided = (payload: Record<string, unknown>) =>
  payload['accountId'] !== undefined || payload['error'] !== undefined;

/** Wrong codes from one client IP, from its network, and by one account: with another browser nothing begins anew. */
const wrongCodeQuotas = ({ clientIp, maskedIp }: RequestContext, current: SignedIn | undefined): Quota[] => {
  const quota = (of: string, key: string, limit: Quota['limits'][number]) => ({
    name: 'wrongUserCodes',
    key: sha256('userCode', of, key),
    limits: [limit],
  });
  return [
    quota('ip', clientIp, limits.wrongPerIp),
    quota('network', maskedIp, limits.wrongPerNetwork),
    ...(current ? [quota('account', current.account.ouid, limits.wrongPerAccount)] : []),
  ];
};
