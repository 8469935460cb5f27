import { seconds } from '@foyer/contract/time';
import { normalUserCode } from '@foyer/contract/rules/user-code';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import type { Adapter, AdapterPayload, Configuration, KoaContextWithOIDC, Provider, errors } from 'oidc-provider';
import { deviceCodes as limits } from '../../store/oidc/oidc-device-codes.ts';
import type { InTransaction, Stores } from '../../store/stores.ts';
import { originOf } from './request-origin.ts';
import { redirectTo } from './sign-out.ts';

/*
 * Device authorization (RFC 8628): a command line or a television shows a code, which a person types on our page. The library
 * has the endpoint, the tokens and the policy; the pages are ours, and so is what decides that a code is answered once.
 */

export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/** The prompt by which the policy demands our question, and the result that answers it. */
export const devicePrompt = 'device';

/** What the question tells the person about the device: as it was when the device asked. */
export interface DeviceOrigin {
  label: string;
  address: string;
  country?: string;
}

/** How the question ends, in the URL of its page. */
export type DeviceEnd = 'connected' | 'declined' | 'ended';
const deviceEndUrl = (end: DeviceEnd) => `${pageRoutes.deviceConfirm}?${new URLSearchParams({ end })}`;

export const deviceFlow: NonNullable<Configuration['features']>['deviceFlow'] = {
  enabled: true,
  // 20 letters without vowels, so that no word appears, and without a digit that looks like one: 34.5 bits.
  charset: 'base-20',
  mask: '****-****',
  deviceInfo: ({ req }): Record<string, unknown> => {
    const { deviceLabel: label, maskedIp: address, country } = originOf(req);
    return { label, address, ...(country !== undefined && { country }) } satisfies DeviceOrigin;
  },
  successSource: (ctx) => redirectTo(ctx, deviceEndUrl('connected')),
  // The library shows its form again for every error at its end of the flow, and keeps the secret of the form in the session.
  userCodeInputSource(ctx, _form, _out, error) {
    Object.assign(ctx.oidc.session ?? {}, { touched: false });
    redirectTo(ctx, deviceEndUrl(error?.name === 'AbortedError' ? 'declined' : 'ended'));
  },
};

/** The library leaves the interval to the default of the RFC, which is the same; a client reads it here. */
export function announceInterval(provider: Provider) {
  provider.on('device_authorization.success', (_, body) => {
    body['interval'] = limits.interval / seconds(1);
  });
}

interface DeviceCodeDependencies {
  stores: Pick<Stores, 'oidcDeviceCodes' | 'oidcRecords'>;
  inTransaction: InTransaction;
  errors: typeof errors;
  /** The request that the library answers; undefined in a call of our own page. */
  current(): KoaContextWithOIDC | undefined;
}

/**
 * The device presents its code at the token endpoint. Everywhere else a code is named by its hash, because a person's browser
 * never learns the code: with it the browser could fetch the tokens of the device.
 */
export function deviceCodeAdapter(
  records: Adapter,
  model: string,
  { stores, inTransaction, errors: library, current }: DeviceCodeDependencies,
): Adapter {
  const { oidcDeviceCodes } = stores;
  const routeIs = (route: string) => current()?.oidc.route === route;

  async function findPresented(id: string, client: string | undefined): Promise<AdapterPayload | undefined> {
    const found = await oidcDeviceCodes.findPresented(id);
    if (!found) return undefined;
    const { payload, consumedAt, isExpired } = found;
    const isPending = payload['accountId'] === undefined && payload['error'] === undefined && !isExpired;
    // Another client that polls is refused by the library, and must not slow the owner down.
    if (isPending && payload['clientId'] === client && (await oidcDeviceCodes.pollsTooEarly(id)))
      throw new library.SlowDown();
    return {
      ...payload,
      jti: id,
      ...(consumedAt && { consumed: Math.floor(consumedAt.getTime() / seconds(1)) }),
      // By the clock of the database, which the library does not ask.
      ...(isExpired && { exp: 0 }),
    };
  }

  return {
    ...records,
    async find(id) {
      if (routeIs('token')) return findPresented(id, current()?.oidc.client?.clientId);
      const found = await oidcDeviceCodes.find(id);
      return found && { ...found.payload, jti: found.handle };
    },
    async findByUserCode(typed) {
      const userCode = normalUserCode(typed);
      const found = userCode === undefined ? undefined : await oidcDeviceCodes.findByUserCode(userCode);
      return found && { ...found.payload, jti: found.handle, userCode: typed };
    },
    async upsert(id, { userCode, ...payload }, lifetime = 0) {
      if (routeIs('device_authorization')) {
        await inTransaction(async (tx) => {
          await tx.oidcRecords.put(model, id, payload, lifetime);
          await tx.oidcDeviceCodes.add(id, String(userCode), lifetime);
        });
        return;
      }
      const { jti: _, ...decided } = payload;
      const isDecided = await inTransaction(async (tx) => {
        if (!(await tx.oidcDeviceCodes.decide(id, decided))) return false;
        const { accountId: account, clientId, deviceInfo } = payload;
        if (account !== undefined) {
          const { label, address } = deviceInfo ?? {};
          const details = { client: String(clientId), device: String(label), address: String(address) };
          await tx.audit.record({ account, type: 'deviceConnected', details }, originOf(current()!.req));
        }
        return true;
      });
      if (!isDecided) throw new library.InvalidGrant('this code was answered before, or has expired');
    },
  };
}
