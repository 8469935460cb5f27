import type { Service } from './service.ts';

export type GatewayMode = 'working' | 'slow' | 'refusing' | 'down';

/** Puts the gateway that sends our text messages, or another one, out of order, or right again. */
export async function setGateway({ origin }: Service, mode: GatewayMode, which = 'sms') {
  const response = await fetch(`${origin}/sandbox/${which}/fault`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ mode }),
  });
  if (!response.ok) throw new Error(`The gateway stayed as it was: ${response.status} ${await response.text()}`);
}
