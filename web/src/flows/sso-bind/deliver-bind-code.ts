import { mask } from '@foyer/contract/rules/account-rules';
import type { Api } from '@foyer/contract/api-client';
import { sendBindCode } from '@foyer/contract/flows/sso-bind';
import type { Delivery } from '../../parts/send-code/deliver.ts';
import { failureOf } from '../../platform/i18n/failure.ts';
import type { Kind } from './sso-bind.machine.ts';

type Target = { own: string } | { masked: string };

export async function deliverBindCode(
  api: Api,
  type: Kind,
  target: Target,
  headers: Record<string, string>,
  { auth: robotModel, signal }: { auth: string; signal: AbortSignal },
): Promise<Delivery> {
  const ask = { type, robotModel, ...('own' in target && { credentials: target.own }) };
  const reply = await api(sendBindCode, ask, { signal, headers });
  if (reply.is !== 'done') return { problem: reply.is === 'noAnswer' ? 'unknown' : failureOf(reply) };
  return { serviceId: reply.data.authCodeId, sentTo: 'own' in target ? mask(target.own) : target.masked };
}
