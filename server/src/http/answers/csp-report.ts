import type { FastifyInstance } from 'fastify';
import { clientIpOf } from '../requests/client-ip.ts';
import type { RateLimit } from '../../cache/rate-limit.ts';
import type { Log } from '../../platform/log.ts';

export const cspReport = { maxBytes: 8 * 1024, perMinute: 60 } as const;

/** Receives CSP violation reports. Logs only the directive and the blocked origin: the rest may hold personal data. */
export async function cspReportRoute(server: FastifyInstance, { log, limit }: { log: Log; limit: RateLimit }) {
  const types = ['application/csp-report', 'application/reports+json', 'application/json'];
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser(
    types,
    { parseAs: 'string', bodyLimit: cspReport.maxBytes },
    server.getDefaultJsonParser('error', 'error'),
  );
  server.post('/csp-report', async (request, reply) => {
    if ((await limit(clientIpOf(request).key)) === undefined)
      log.warn({ event: 'cspReport', id: request.id, ...reportFields(request.body) });
    return reply.status(204).send();
  });
}

function reportFields(body: unknown) {
  const first: unknown = Array.isArray(body) ? body[0] : body;
  const report = field(first, 'csp-report') ?? field(first, 'body') ?? first;
  const rule =
    field(report, 'effective-directive') ?? field(report, 'effectiveDirective') ?? field(report, 'violated-directive');
  const blocked = field(report, 'blocked-uri') ?? field(report, 'blockedURL');
  return {
    rule: typeof rule === 'string' && /^[a-z-]{1,40}$/.test(rule) ? rule : 'unknown',
    blocked:
      typeof blocked !== 'string'
        ? 'unknown'
        : URL.canParse(blocked)
          ? new URL(blocked).origin
          : blocked.replace(/[^a-z-]/gi, '').slice(0, 20),
  };
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
