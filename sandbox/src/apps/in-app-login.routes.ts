import type { FastifyInstance } from 'fastify';
import { queryOf } from '../http/request-body.ts';
import { accountPicker } from '../pages/account-picker.ts';
import { languageOf } from '../pages/language.ts';
import { sendHtml } from '../pages/send-page.ts';
import { type ScanApp, appsOfPeople, people } from '../people.ts';
import type { AuthorizePage } from './sandbox-app.ts';
import { type SandboxApps, appsIn } from './sandbox-apps.ts';

/** The OAuth authorize pages that an app's built-in browser opens. The real apps know their owner; here one is picked. */
export async function inAppLoginRoutes(scope: FastifyInstance, { apps, base }: { apps: SandboxApps; base: string }) {
  const owners = people.filter(({ appAccounts }) => appAccounts);

  function route(app: ScanApp, { path, invalidParameter, redirectUrl, declinedUrl }: AuthorizePage) {
    const { name } = appsOfPeople[app];
    scope.get(`/${app}${path}`, async (request, reply) => {
      const query = queryOf(request);
      const invalid = invalidParameter(query);
      void reply.header('cache-control', 'no-store');
      if (invalid) return reply.code(400).type('text/plain').send(`${invalid} does not match the app’s registration`);
      const personId = query.get('as');
      const accounts = owners.find(({ id }) => id === personId)?.appAccounts;
      if (accounts) return reply.redirect(redirectUrl(accounts, query), 302);
      if (personId === declined && declinedUrl) return reply.redirect(declinedUrl(query), 302);
      const urlOf = (id: string) => `?${new URLSearchParams([...query, ['as', id]]).toString()}`;
      const { language } = languageOf(request);
      const cancel = declinedUrl && { cancelUrl: urlOf(declined) };
      return sendHtml(reply, accountPicker({ directory: { name, people: owners }, language, base, urlOf, ...cancel }));
    });
  }

  for (const [name, { authorizePage }] of appsIn(apps)) route(name, authorizePage);
}

/** The value of `as` when the person declines. */
const declined = 'declined';
