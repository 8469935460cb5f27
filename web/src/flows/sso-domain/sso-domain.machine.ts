import { companyDomainProblem, readCompanyDomain, readMailDomain } from '@foyer/contract/rules/company-domain';
import { type CallResult, isMissing } from '@foyer/contract/call';
import type { findCompany, findCompanyByMail } from '@foyer/contract/flows/sso-domain';
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
  findByMail(mailDomain: string, signal: AbortSignal, auth?: string): Promise<CallResult<typeof findCompanyByMail>>;
  /** The company of the typed mail domain. */
  onFound(company: string): void;
  checkHuman(signal: AbortSignal): Promise<HumanCheckResult>;
}

type Refused = { problems: Problems };

/** Finishes with the URL of the company's sign-in page. */
export function ssoDomain({ site, find, findByMail, onFound, checkHuman }: Service) {
  return formMachine<Values, Problems, string>({
    validate({ domain, agreed }) {
      const problem = companyDomainProblem(domain, site);
      return { ...(problem && { domain: problem }), ...(!agreed && { agreed: 'needed' }) };
    },

    async submit(values, signal) {
      const domain = readCompanyDomain(values.domain, site) ?? (await nameOf(values.domain, signal));
      if (typeof domain !== 'string') return domain;
      return outcomeOf(await withHumanCheck(signal, (auth) => find(domain, signal, auth)));
    },
  });

  /** The name that the company of a site or a work address has. A back end without this call knows names alone. */
  async function nameOf(typed: string, signal: AbortSignal): Promise<string | Refused> {
    const reply = await withHumanCheck(signal, (auth) => findByMail(readMailDomain(typed)!, signal, auth));
    if ('problems' in reply) return reply;
    if (isMissing(reply)) return { problems: { domain: 'invalid' } };
    if (reply.is !== 'done') return { problems: { form: failureOf(reply) } };
    const { domain, company } = reply.data;
    // An address is right in any case.
    if (domain === undefined) return { problems: { domain: isAddress(typed) ? 'notFound' : 'invalid' } };
    if (company) onFound(company);
    return domain;
  }

  /** The service asks for a human check only after many guesses. */
  async function withHumanCheck<Reply extends { is: string }>(
    signal: AbortSignal,
    call: (auth?: string) => Promise<Reply>,
  ): Promise<Reply | Refused> {
    const first = await call();
    if (first.is !== 'needsHumanCheck') return first;
    const checked = await checkHuman(signal);
    if ('auth' in checked) return call(checked.auth);
    return { problems: checked.problem === 'humanCheck' ? { human: 'failed' } : { form: checked.problem } };
  }
}

const isAddress = (typed: string) => /[@＠]/.test(typed);

function outcomeOf(reply: CallResult<typeof findCompany> | Refused): FormOutcome<Problems, string> {
  if ('problems' in reply) return reply;
  if (reply.is !== 'done') return { problems: { form: failureOf(reply) } };
  const { ifExistDomain, targetUrl } = reply.data;
  return ifExistDomain && targetUrl ? { result: targetUrl } : { problems: { domain: 'notFound' } };
}
