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
  sessionCheck(result: string, seconds: number): void;
  text(): Promise<string>;
  contentType: string;
}

export function createMetrics(queuedPasswords: () => number): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const requests = new Histogram({
    name: 'foyer_request_seconds',
    help: 'Duration of requests',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 3, 10],
    registers,
  });
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });
  const signIns = counter('foyer_sign_ins_total', 'Sign-in attempts', ['way', 'result']);
  const humanChecks = counter('foyer_human_checks_total', 'Human-check solutions received', ['result']);
  const codesSent = counter('foyer_codes_sent_total', 'One-time codes requested', ['channel', 'bizType', 'result']);
  const codesChecked = counter('foyer_codes_checked_total', 'One-time codes checked', ['bizType', 'result']);
  const registrations = counter('foyer_registrations_total', 'Registration attempts', ['result']);
  const sessionChecks = new Histogram({
    name: 'foyer_session_check_seconds',
    help: 'Duration of checks of a session for reverse proxies',
    labelNames: ['result'],
    buckets: [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 3, 10],
    registers,
  });
  const passwordQueue: Gauge = new Gauge({
    name: 'foyer_passwords_in_line',
    help: 'Passwords being hashed or queued for it',
    registers,
    collect: () => passwordQueue.set(queuedPasswords()),
  });
  return {
    request: (route, method, status, seconds) =>
      requests.observe({ route, method, status: `${Math.floor(status / 100)}xx` }, seconds),
    signIn: (way, result) => signIns.inc({ way, result }),
    humanCheck: (result) => humanChecks.inc({ result }),
    codeSent: (channel, bizType, result) => codesSent.inc({ channel, bizType, result }),
    codeChecked: (bizType, result) => codesChecked.inc({ bizType, result }),
    registration: (result) => registrations.inc({ result }),
    sessionCheck: (result, seconds) => sessionChecks.observe({ result }, seconds),
    text: () => register.metrics(),
    contentType: register.contentType,
  };
}

/** Requires the token; if none is configured, a direct request from this machine. Other requests get a 404. */
export function metricsRoute(app: FastifyInstance, metrics: Metrics, token: string | undefined) {
  app.get('/metrics', async (request, reply) => {
    const { authorization, forwarded, 'x-forwarded-for': forwardedFor } = request.headers;
    const isLocal = isLoopback(request.socket.remoteAddress) && forwarded === undefined && forwardedFor === undefined;
    if (token ? !isEqual(authorization ?? '', `Bearer ${token}`) : !isLocal) return reply.callNotFound();
    return reply
      .type(metrics.contentType)
      .header('Cache-Control', 'no-store')
      .send(await metrics.text());
  });
}

const isLoopback = (ip = '') => /^(::ffff:)?127\.|^::1$/.test(ip);

function isEqual(actual: string, expected: string) {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
