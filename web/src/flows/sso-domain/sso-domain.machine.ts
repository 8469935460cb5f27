import { readCompanyDomain, companyDomainProblem } from '@foyer/contract/rules/company-domain';
import type { CallResult } from '@foyer/contract/call';
import type { findCompany } from '@foyer/contract/flows/sso-domain';
import { formMachine } from '../../platform/forms/form-machine.ts';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';

export type Typed = { domain: string; agreed: boolean };

export interface Problems {
  domain?: 'empty' | 'invalid' | 'notFound';
  agreed?: 'needed';
  human?: 'failed';
  form?: Failure;
}

interface Service {
  /** Stands behind `.sso.` in the company's address. */
  site: string;
  ask(domain: string, signal: AbortSignal, auth?: string): Promise<CallResult<typeof findCompany>>;
  checkHuman(signal: AbortSignal): Promise<{ auth: string } | { problem: Failure | 'humanCheck' }>;
}

/** Ends with the address where the company's people sign in. */
export const ssoDomain = ({ site, ask, checkHuman }: Service) =>
  formMachine<Typed, Problems, string>({
    check({ domain, agreed }) {
      const wrong = companyDomainProblem(domain, site);
      return { ...(wrong && { domain: wrong }), ...(!agreed && { agreed: 'needed' }) };
    },

    async work({ domain: typed }, signal) {
      const domain = readCompanyDomain(typed, site)!;
      const first = await ask(domain, signal);
      // Someone who keeps guessing shows first that they are a person; the others never notice.
      if (first.is !== 'needsHumanCheck') return told(first);
      const checked = await checkHuman(signal);
      if ('auth' in checked) return told(await ask(domain, signal, checked.auth));
      return { problems: checked.problem === 'humanCheck' ? { human: 'failed' } : { form: checked.problem } };
    },
  });

function told(reply: CallResult<typeof findCompany>): { problems: Problems } | { result: string } {
  if (reply.is !== 'done') return { problems: { form: failureOf(reply) } };
  const { ifExistDomain, targetUrl } = reply.data;
  return ifExistDomain && targetUrl ? { result: targetUrl } : { problems: { domain: 'notFound' } };
}
