import fastify, { type FastifyInstance } from 'fastify';
import type { Metrics } from '../../platform/metrics.ts';
import type { Random } from '../../platform/random.ts';
import { type HealthOptions, healthRoutes } from './health.ts';
import { metricsRoute } from './metrics-route.ts';
import { identifyRequests, requestIds } from '../requests/request-id.ts';

interface ManagementOptions extends HealthOptions {
  metrics: Metrics;
  random: Random;
  metricsToken: string | undefined;
}

/** Metrics and health on a port of their own, which only the operator's network reaches. */
export function createManagementApp({ metrics, random, metricsToken, ...health }: ManagementOptions): FastifyInstance {
  const app = fastify({ logger: false, return503OnClosing: false, genReqId: requestIds(random) });
  identifyRequests(app);
  healthRoutes(app, health);
  metricsRoute(app, metrics, { token: metricsToken, openTo: 'everyClient' });
  return app;
}
