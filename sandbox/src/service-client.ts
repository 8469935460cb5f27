import type { CallService } from './clock/clock.ts';
import { fieldsOf } from './http/request-body.ts';

type Answer =
  | { is: 'done'; data: Record<string, unknown> }
  /** The code was used, has lapsed, or never was. */
  | { is: 'over' }
  | { is: 'noAnswer' };

export type ServiceDoor = ReturnType<typeof createServiceDoor>;

const authorisationExpired = 10000024;

/** The calls that the customer's own programs make, wherever they run. */
export function createServiceDoor({ apiBase, callService }: { apiBase: string; callService: CallService }) {
  return async (path: string, request: object): Promise<Answer> => {
    const { body } = await callService(`${apiBase}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    });
    const { code, data } = fieldsOf(parsed(body));
    if (code === 0) return { is: 'done', data: fieldsOf(data) };
    return { is: code === authorisationExpired ? 'over' : 'noAnswer' };
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
