import { mask } from '@foyer/contract/rules/account-rules';
import type { Api } from '@foyer/contract/api-client';
import { sendBindCode } from '@foyer/contract/flows/sso-bind';
import { type Delivery, type DeliveryOptions, undelivered } from '../../parts/send-code/deliver.ts';
import type { Kind } from './sso-bind.machine.ts';

type Recipient = { principal: string } | { masked: string };

export async function deliverBindCode(
  api: Api,
  type: Kind,
  recipient: Recipient,
  headers: Record<string, string>,
  { auth: robotModel, signal }: DeliveryOptions,
): Promise<Delivery> {
  const request = { type, robotModel, ...('principal' in recipient && { credentials: recipient.principal }) };
  const reply = await api(sendBindCode, request, { signal, headers });
  if (reply.is !== 'done') return undelivered(reply);
  const sentTo = 'principal' in recipient ? mask(recipient.principal) : recipient.masked;
  return { serviceId: reply.data.authCodeId, sentTo };
}
