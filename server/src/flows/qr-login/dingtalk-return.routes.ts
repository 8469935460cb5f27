import { pageRoutes } from '@foyer/contract/page-routes';
import { handle } from '@foyer/contract/sign-in';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { House } from '../../house.ts';
import { createScanDesk } from '../../parts/scan-desk.ts';
import { visitorOf } from '../../platform/visitor.ts';
import type { Return } from '../../store/scans.ts';
import { callbackPath } from './scan-addresses.ts';

/** What DingTalk gives is for DingTalk to read; here it has an end. */
const given = v.pipe(v.string(), v.minLength(1), v.maxLength(512));
/** Its client names the code otherwise than its page does. */
const query = v.object({
  state: handle,
  authCode: v.optional(given),
  code: v.optional(given),
  error: v.optional(given),
});

/** The browser that asked comes back from DingTalk's own page, which was the confirmation. */
export function dingtalkReturnRoutes(app: FastifyInstance, house: House) {
  const { config, scanApps, log } = house;
  const { dingtalk } = scanApps;
  if (!dingtalk) return;
  const desk = createScanDesk(house);

  app.get(callbackPath, async (request, reply) => {
    const visitor = visitorOf(request, reply, config);
    const tell: Tell = (result, why) =>
      log.info({ event: 'scan', id: request.id, app: 'dingtalk', result, ...(why && { why }) });
    const goBack = (params: Record<string, string> = {}) => {
      const search = new URLSearchParams(params).toString();
      return reply.redirect(`${pageRoutes.login}${search && `?${search}`}`, 302);
    };

    const read = v.safeParse(query, request.query);
    const { state, authCode, code, error } = read.success ? read.output : {};
    // Another browser's state is as good as none: nobody is signed in to where somebody else began.
    const back = state
      ? await desk.comeBack('dingtalk', state, visitor.browser, () => outcomeOf(authCode ?? code, error, tell))
      : undefined;
    if (!back) {
      tell('over');
      return goBack();
    }
    const { preLoginId, scan } = back;
    return goBack({ preLoginId, ...(scan.target && { redirectUrl: scan.target }) });
  });

  async function outcomeOf(code: string | undefined, error: string | undefined, tell: Tell): Promise<Return> {
    const told = code === undefined || error !== undefined ? undefined : await dingtalk?.identify(code);
    if (!told) {
      tell('declined');
      return { is: 'declined' };
    }
    tell(told.is === 'told' ? 'confirmed' : told.is, told.is === 'told' ? undefined : told.why);
    return told.is === 'told' ? { is: 'confirmed', person: told.person } : { is: 'failed' };
  }
}

type Tell = (result: string, why?: string) => void;
