import type { CallResponse } from '@foyer/contract/call';
import { finishCompanyLink } from '@foyer/contract/flows/link-identity';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import { linkIdentities } from '../../parts/sign-in/complete-sign-in.ts';

type Response = CallResponse<typeof finishCompanyLink>;

/** A signed-in person has come back from a company, to which `findCompany` has sent them. */
export function linkCompanyRoutes(server: FastifyInstance, services: Services) {
  handleCall(
    server,
    services,
    finishCompanyLink,
    async ({ accessCode: code }, context, { change, account: { ouid } }) => {
      const response = await change<Response>(async (tx, { account, session }) => {
        const used = await tx.stores.accessCodes.useForLink({ code, browserId: context.browserId }, session.id);
        if (!used) return { is: 'ssoExpired' };
        const { refusal, provider, subject, company, emailOnly } = used;
        if (refusal === 'ssoCancelled') return { is: refusal, data: { ...(company && { company }) } };
        if (refusal !== null || provider === null || subject === null) return { is: 'ssoFailed' };
        if (emailOnly && account.email === null) return { is: 'emailOnly' };
        const identity = { provider, subject };
        const linked = await tx.stores.identities.find([identity]);
        if (linked && linked.account !== ouid) return { is: 'identityTaken' };
        const proven = { account, method: 'sso' as const, factors: session.factors, link: [identity] };
        // Otherwise the account has another identity at this company, or a concurrent request has linked this one elsewhere.
        if (!(await linkIdentities(tx, proven, context))) return { is: 'boundElsewhere', data: { signedIn: true } };
        return { is: 'done', data: { company: company ?? '' } };
      });
      services.log.info({ event: 'companyLink', id: context.requestId, result: response.is, account: ouid });
      return response;
    },
  );
}
