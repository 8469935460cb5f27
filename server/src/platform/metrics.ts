import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

export interface Metrics {
  request(route: string, method: string, status: number, seconds: number): void;
  signIn(way: string, result: string): void;
  humanCheck(result: string): void;
  codeSent(channel: string, bizType: string, result: string): void;
  codeChecked(bizType: string, result: string): void;
  registration(result: string): void;
  text(): Promise<string>;
  contentType: string;
}

export function createMetrics(passwordsInLine: () => number): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const requests = new Histogram({
    name: 'foyer_request_seconds',
    help: 'How long requests took',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 3, 10],
    registers,
  });
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });
  const signIns = counter('foyer_sign_ins_total', 'Sign-ins tried', ['way', 'result']);
  const humanChecks = counter('foyer_human_checks_total', 'Puzzles handed in', ['result']);
  const codesSent = counter('foyer_codes_sent_total', 'Codes asked for', ['channel', 'bizType', 'result']);
  const codesChecked = counter('foyer_codes_checked_total', 'Codes typed in', ['bizType', 'result']);
  const registrations = counter('foyer_registrations_total', 'Registrations tried', ['result']);
  const inLine: Gauge = new Gauge({
    name: 'foyer_passwords_in_line',
    help: 'Passwords being compared or waiting for it',
    registers,
    collect: () => inLine.set(passwordsInLine()),
  });
  return {
    request: (route, method, status, seconds) =>
      requests.observe({ route, method, status: `${Math.floor(status / 100)}xx` }, seconds),
    signIn: (way, result) => signIns.inc({ way, result }),
    humanCheck: (result) => humanChecks.inc({ result }),
    codeSent: (channel, bizType, result) => codesSent.inc({ channel, bizType, result }),
    codeChecked: (bizType, result) => codesChecked.inc({ bizType, result }),
    registration: (result) => registrations.inc({ result }),
    text: () => register.metrics(),
    contentType: register.contentType,
  };
}

/** For those with the token; without one for this machine alone, and never through a proxy. Others find nothing here. */
export function metricsRoute(app: FastifyInstance, metrics: Metrics, token: string | undefined) {
  app.get('/metrics', async (request, reply) => {
    const { authorization, forwarded, 'x-forwarded-for': forwardedFor } = request.headers;
    const near = isLoopback(request.socket.remoteAddress) && forwarded === undefined && forwardedFor === undefined;
    if (token ? !isEqual(authorization ?? '', `Bearer ${token}`) : !near) return reply.callNotFound();
    return reply
      .type(metrics.contentType)
      .header('Cache-Control', 'no-store')
      .send(await metrics.text());
  });
}

const isLoopback = (address = '') => /^(::ffff:)?127\.|^::1$/.test(address);

function isEqual(given: string, right: string) {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
