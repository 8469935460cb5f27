import { Server as NetServer } from 'node:net';
import { setImmediate, setTimeout as pause } from 'node:timers/promises';
import { seconds } from '@foyer/contract/time';
import type { CallService } from '@foyer/sandbox/service-client';
import type { Sandbox } from '@foyer/sandbox/sandbox';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import { misspeltSettings } from './config/misspelt-settings.ts';
import { readConfig } from './config/read-config.ts';
import { builtPages, createServices, openDatabase } from './create-services.ts';
import { createLog } from './platform/log.ts';
import type { Pages } from './http/pages.ts';
import { createManagementApp } from './http/operations/management-app.ts';
import { StartupError, listenError } from './platform/startup-error.ts';
import { isFilledBySandbox } from './store/sandbox-entries.ts';

export interface Service {
  /** The URLs to print after the start, one line each. None in production, where standard output is for the log. */
  startupMessages: string[];
  /**
   * Reports not ready, and after the drain time accepts no more requests, finishes the running ones and closes every
   * connection. A second call ends the drain time.
   */
  close(): Promise<void>;
}

/** Starts the service. Development passes its own pages; otherwise the built ones are used. */
export async function serve(env: Record<string, string | undefined>, ownPages?: Pages): Promise<Service> {
  const config = readConfig(env);
  const { log, flush } = createLog(config.logLevel);
  for (const misspelt of misspeltSettings(env)) log.warn({ ...misspelt });
  // Read in parallel with opening the database, which takes longer. An error is reported below, where they are awaited.
  const pagesPromise = ownPages ? Promise.resolve(ownPages) : builtPages(config);
  pagesPromise.catch(() => {});
  let sandbox: Sandbox | undefined;
  let server: FastifyInstance | undefined;
  let managementApp: FastifyInstance | undefined;
  let draining = false;
  const drainTime = new AbortController();
  const callService: CallService = async (path, request) => {
    const response = await fetch(`${localOrigin(server)}${path}`, { ...request, redirect: 'manual' });
    return { status: response.status, body: await response.text() };
  };
  const services = await createServices(config, log, {
    open: config.sandbox ? openDatabase : openWithoutSandbox,
    startSandbox: async (controls) => {
      const { startSandbox } = await import('./sandbox-seed/sandbox.ts');
      return (sandbox = await startSandbox({ ...controls, callService, resetPeople: () => resetAll() }));
    },
  });
  async function resetAll() {
    if (sandbox) await (await import('./sandbox-seed/sandbox.ts')).resetDemo(services, sandbox);
  }
  try {
    const pages = await pagesPromise;
    if (sandbox) await (await import('./sandbox-seed/sandbox.ts')).fillDatabase(services, sandbox);
    server = await createApp(services, {
      ...(pages && { pages }),
      ...(sandbox && { sandbox: sandbox.routes }),
      isDraining: () => draining,
    });
    await server.ready();
    // First, so that the start fails before a client is answered.
    if (config.management) {
      managementApp = createManagementApp({
        ...services,
        metricsToken: config.metricsToken,
        isDraining: () => draining,
      });
      const { management } = config;
      await managementApp.listen(management).catch((error: unknown) => {
        throw listenError(error, management, { host: 'MANAGEMENT_HOST', port: 'MANAGEMENT_PORT' });
      });
    }
    await server.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
      throw listenError(error, config);
    });
  } catch (error) {
    await server?.close();
    await managementApp?.close();
    await services.close();
    throw error;
  }
  const listening = server;
  services.runDueTasks();

  async function close() {
    if (config.drainTime > 0) log.info({ event: 'draining', seconds: config.drainTime / seconds(1) });
    // A load balancer sees that this node is not ready and sends no more requests before the port is closed.
    await pause(config.drainTime, undefined, { signal: drainTime.signal }).catch(() => {});
    // The kernel resets the connections that wait when a port closes: it is closed by itself, before the rest of the
    // service, just after the event loop has accepted what waited.
    await idleIteration();
    NetServer.prototype.close.call(listening.server);
    // Connections that are still busy after this time are cut, so that closing always ends.
    const cutTimer = setTimeout(() => listening.server.closeAllConnections(), config.shutdownTime).unref();
    await listening.close();
    clearTimeout(cutTimer);
    await managementApp?.close();
    await services.close();
    log.info({ event: 'closed' });
    flush();
  }
  let closed: Promise<void> | undefined;

  log.info({ event: 'open', port: config.port });
  return {
    startupMessages: config.production
      ? []
      : [
          `Sign in          ${config.publicUrl}/login/web`,
          ...(config.sandbox ? [`Sandbox          ${config.publicUrl}/sandbox`] : []),
          ...(config.sandbox && config.oidc.enabled ? [`Signleaf         ${config.publicUrl}/sandbox/contracts`] : []),
          ...(config.apiDocs ? [`API description  ${config.publicUrl}${config.page.apiBase}/`] : []),
        ],
    close() {
      if (draining) drainTime.abort();
      draining = true;
      return (closed ??= close());
    },
  };
}

/** Opens the database, unless people could sign in there with what the sandbox has published. */
const openWithoutSandbox: typeof openDatabase = async (...args) => {
  const database = await openDatabase(...args);
  if (!(await isFilledBySandbox(database.sql))) return database;
  await database.close();
  throw new StartupError(
    'The sandbox has filled this database: everyone knows the passwords of its people and the key of its company. Remove them by npx foyer sandbox remove, or use another database',
  );
};

/**
 * Waits for an iteration of the event loop without work, if there is one soon. Connections that arrive while an iteration
 * works are accepted only in the next one.
 */
async function idleIteration() {
  for (let iteration = 0; iteration < 200; iteration += 1) {
    const start = performance.now();
    await setImmediate();
    if (performance.now() - start < 0.1) return;
  }
}

/** The service's origin on this machine, also when it listens on all interfaces. */
function localOrigin(server: FastifyInstance | undefined) {
  if (!server) throw new Error('The service is not listening yet');
  return server.listeningOrigin.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}
