import { join } from 'node:path';
import { createServerModuleRunner } from 'vite';
import { root } from './support/root.mjs';

const scripts = ['/@vite/client', '/@id/@vitejs/plugin-react/preamble', '/src/main.tsx'];

/** Runs the service from its sources with Vite. If it cannot start, it prints why and stays closed until the next restart. */
export function devService(vite, env) {
  const load = uncachedLoader(vite);
  const loadPages = cachedLoader(vite);
  let state = { at: 'closed' };
  let queue = Promise.resolve();

  async function open() {
    let server;
    try {
      server = await load('server/src/serve.ts', 'server/src/platform/startup-error.ts');
      const service = await server.serve(env, { render, assets: new Map(), fresh: true });
      state = { at: 'open', service };
    } catch (error) {
      // The message of a StartupError says what to correct. Any other error is a bug and needs its stack.
      console.error(server && error instanceof server.StartupError ? error.message : error.stack);
    }
  }

  async function close() {
    if (state.at === 'open') await state.service.close();
    state = { at: 'closed' };
  }

  async function render(variant, config, personal = {}) {
    const { renderDocument } = await loadPages('web/src/render.tsx');
    const head = scripts.map((src) => `<script type="module" src="${src}"></script>`).join('\n');
    return renderDocument(variant, config, { ...personal, assets: { head } });
  }

  const enqueue = (task) => (queue = queue.then(task));
  return {
    isOpen: () => state.at === 'open',
    startupMessages: () => (state.at === 'open' ? state.service.startupMessages : []),
    restart: () =>
      enqueue(async () => {
        await close();
        await open();
      }),
    close: () => enqueue(close),
  };
}

/**
 * Loads modules and their imports without the cache, where Vite keeps a module that failed even after it is fixed.
 * Returns their exports.
 */
function uncachedLoader(vite) {
  const { ssr } = vite.environments;
  const runner = createServerModuleRunner(ssr, { hmr: false });
  return async (...paths) => {
    runner.clearCache();
    ssr.moduleGraph.invalidateAll();
    const modules = await Promise.all(paths.map((path) => runner.import(join(root, path))));
    return Object.assign({}, ...modules);
  };
}

/** Loads a module once until the next file is saved. */
function cachedLoader(vite) {
  const load = uncachedLoader(vite);
  let loaded;
  vite.watcher.on('all', () => (loaded = undefined));
  return (path) => (loaded ??= load(path));
}
