import { join } from 'node:path';
import { createServerModuleRunner } from 'vite';
import { root } from './root.mjs';

const scripts = ['/@vite/client', '/@id/@vitejs/plugin-react/preamble', '/src/main.tsx'];
/** Errors whose message says what to do. */
const forPeople = ['ConfigProblems', 'FolderInUse', 'StartProblem'];

/** The service run from its sources by Vite. One that cannot start says why and waits for the next save. */
export function devService(vite, env) {
  const load = afresh(vite);
  const loadPages = oncePerSave(vite);
  let state = { at: 'closed' };
  let work = Promise.resolve();

  async function open() {
    try {
      const { serve } = await load(join(root, 'server/src/serve.ts'));
      const service = await serve(env, { render, assets: new Map(), fresh: true });
      state = { at: 'open', service };
    } catch (error) {
      console.error(forPeople.includes(error.constructor.name) ? error.message : error.stack);
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

  const inTurn = (task) => (work = work.then(task));
  return {
    places: () => (state.at === 'open' ? state.service.places : []),
    restart: () =>
      inTurn(async () => {
        await close();
        await open();
      }),
    close: () => inTurn(close),
  };
}

/** Loads a module and all it imports anew. Vite by itself would remember a module that failed after it was mended. */
function afresh(vite) {
  const { ssr } = vite.environments;
  const runner = createServerModuleRunner(ssr, { hmr: false });
  return (path) => {
    runner.clearCache();
    ssr.moduleGraph.invalidateAll();
    return runner.import(path);
  };
}

function oncePerSave(vite) {
  const load = afresh(vite);
  let loaded;
  vite.watcher.on('all', () => (loaded = undefined));
  return (path) => (loaded ??= load(path));
}
