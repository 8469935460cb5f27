import { join } from 'node:path';
import { createServerModuleRunner } from 'vite';
import { root } from './root.mjs';

const scripts = ['/@vite/client', '/@id/@vitejs/plugin-react/preamble', '/src/main.tsx'];
/** Errors whose message tells the developer what to do: their stack is not printed. */
const expectedErrors = ['ConfigProblems', 'FolderInUse', 'StartProblem'];

/** Runs the service from its sources with Vite. If it cannot start, it prints why and stays closed until the next restart. */
export function devService(vite, env) {
  const load = uncachedLoader(vite);
  const loadPages = cachedLoader(vite);
  let state = { at: 'closed' };
  let queue = Promise.resolve();

  async function open() {
    try {
      const { serve } = await load(join(root, 'server/src/serve.ts'));
      const service = await serve(env, { render, assets: new Map(), fresh: true });
      state = { at: 'open', service };
    } catch (error) {
      console.error(expectedErrors.includes(error.constructor.name) ? error.message : error.stack);
    }
  }

  async function close() {
    if (state.at === 'open') await state.service.close();
    state = { at: 'closed' };
  }

  async function render(variant, config) {
    const { renderDocument } = await loadPages(join(root, 'web/src/render.tsx'));
    const head = scripts.map((src) => `<script type="module" src="${src}"></script>`).join('\n');
    return renderDocument(variant, config, { head });
  }

  const enqueue = (task) => (queue = queue.then(task));
  return {
    places: () => (state.at === 'open' ? state.service.places : []),
    restart: () =>
      enqueue(async () => {
        await close();
        await open();
      }),
    close: () => enqueue(close),
  };
}

/** Loads a module and its imports without the cache, where Vite keeps a module that failed even after it is fixed. */
function uncachedLoader(vite) {
  const { ssr } = vite.environments;
  const runner = createServerModuleRunner(ssr, { hmr: false });
  return (path) => {
    runner.clearCache();
    ssr.moduleGraph.invalidateAll();
    return runner.import(path);
  };
}

/** Loads a module once until the next file is saved. */
function cachedLoader(vite) {
  const load = uncachedLoader(vite);
  let loaded;
  vite.watcher.on('all', () => (loaded = undefined));
  return (path) => (loaded ??= load(path));
}
