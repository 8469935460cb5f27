import type { CallResult } from '@foyer/contract/call';
import type { enterUserCode } from '@foyer/contract/flows/oidc-provider';
import { normalUserCode } from '@foyer/contract/rules/user-code';
import { minutes, seconds } from '@foyer/contract/time';
import { formMachine } from '../../platform/forms/form-machine.ts';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';

export type Values = { userCode: string };
interface Problems {
  userCode?: 'unknown';
  /** In minutes. */
  wait?: number;
  form?: Failure;
}

/** Finishes with the URL where the person goes on. */
export const deviceCode = (
  request: (values: Values, signal: AbortSignal) => Promise<CallResult<typeof enterUserCode>>,
) =>
  formMachine<Values, Problems, string>({
    validate: ({ userCode }) => (normalUserCode(userCode) === undefined ? { userCode: 'unknown' } : {}),
    async submit(values, signal) {
      const reply = await request(values, signal);
      if (reply.is === 'done') return { result: reply.data.url };
      if (reply.is === 'wrongCode') return { problems: { userCode: 'unknown' } };
      if (reply.is === 'tooManyRequests' && reply.data.retryAfter > minutes(1) / seconds(1))
        return { problems: { wait: Math.ceil((reply.data.retryAfter * seconds(1)) / minutes(1)) } };
      return { problems: { form: failureOf(reply) } };
    },
  });
