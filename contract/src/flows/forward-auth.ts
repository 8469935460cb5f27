import * as v from 'valibot';
import { defineCall } from '../call.ts';

/** What a reverse proxy may pass on to an application, by the name of its setting. */
export const identityHeaders = {
  user: 'X-Foyer-User',
  name: 'X-Foyer-Name',
  email: 'X-Foyer-Email',
  mobile: 'X-Foyer-Mobile',
  factors: 'X-Foyer-Factors',
  token: 'X-Foyer-Token',
} as const;

export const verifySession = defineCall({
  method: 'GET',
  path: '/session/verify',
  purpose: 'Tell a reverse proxy whose request it holds, by headers',
  access: 'session',
  request: v.object({
    signIn: v.optional(
      v.pipe(
        v.picklist(['redirect']),
        v.description('Redirects a page to the sign-in page with status 303, for a proxy that passes it on.'),
      ),
    ),
  }),
  variableHeaders: {
    'X-Forwarded-Host': { description: 'The host of the application, from a trusted proxy', required: false },
    'X-Forwarded-Uri': { description: 'The path and query that the browser asked for', required: false },
  },
  responseHeaders: {
    [identityHeaders.user]: 'The ouid of the account',
    [identityHeaders.name]: 'The name, percent-encoded where it is not ASCII',
    [identityHeaders.email]: 'The e-mail address, percent-encoded where it is not ASCII',
    [identityHeaders.mobile]: 'The mobile number, with +86',
    [identityHeaders.factors]: 'The factors of the session, with commas between',
    [identityHeaders.token]: 'All of this as a JWT for the host of the application',
  },
  response: v.null(),
  refusals: { notSignedIn: v.unknown() },
});
