import { readCompanyDomain, companyDomainProblem } from '@foyer/contract/rules/company-domain';
import type { CallResult } from '@foyer/contract/call';
import type { findCompany } from '@foyer/contract/flows/sso-domain';
import type { HumanCheckResult } from '../../parts/human-check/human-check.ts';
import { type FormOutcome, formMachine } from '../../platform/forms/form-machine.ts';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';

export type Values = { domain: string; agreed: boolean };

export interface Problems {
  domain?: 'empty' | 'invalid' | 'notFound';
  agreed?: 'needed';
  human?: 'failed';
  form?: Failure;
}

interface Service {
  /** The site's domain, which follows `.sso.` in the company's sign-in URL. */
  site: string;
  find(domain: string, signal: AbortSignal, auth?: string): Promise<CallResult<typeof findCompany>>;
  checkHuman(signal: AbortSignal): Promise<HumanCheckResult>;
}

/** Finishes with the URL of the company's sign-in page. */
export const ssoDomain = ({ site, find, checkHuman }: Service) =>
  formMachine<Values, Problems, string>({
    validate({ domain, agreed }) {
      const problem = companyDomainProblem(domain, site);
      return { ...(problem && { domain: problem }), ...(!agreed && { agreed: 'needed' }) };
    },

    async submit(values, signal) {
      const domain = readCompanyDomain(values.domain, site)!;
      const first = await find(domain, signal);
      // The service asks for a human check only after many guesses.
      if (first.is !== 'needsHumanCheck') return outcomeOf(first);
      const checked = await checkHuman(signal);
      if ('auth' in checked) return outcomeOf(await find(domain, signal, checked.auth));
      return { problems: checked.problem === 'humanCheck' ? { human: 'failed' } : { form: checked.problem } };
    },
  });

function outcomeOf(reply: CallResult<typeof findCompany>): FormOutcome<Problems, string> {
  if (reply.is !== 'done') return { problems: { form: failureOf(reply) } };
  const { ifExistDomain, targetUrl } = reply.data;
  return ifExistDomain && targetUrl ? { result: targetUrl } : { problems: { domain: 'notFound' } };
}
