import type { Service } from './service.ts';

export type GatewayMode = 'working' | 'slow' | 'refusing' | 'down';

/** Sets how a gateway of the sandbox responds: the SMS gateway, or the one of a provider. */
export async function setGateway({ origin }: Service, mode: GatewayMode, gateway = 'sms') {
  const response = await fetch(`${origin}/sandbox/${gateway}/fault`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ mode }),
  });
  if (!response.ok) throw new Error(`The gateway did not change: ${response.status} ${await response.text()}`);
}
