import type { Plugin } from 'vite';

/** What React offers and no module of the page uses. Its modules export it as properties, which no minifier removes. */
const unused: Record<string, readonly string[]> = {
  react: [
    'Activity',
    'Profiler',
    'PureComponent',
    'ViewTransition',
    '__COMPILER_RUNTIME',
    'addTransitionType',
    'cache',
    'cacheSignal',
    'cloneElement',
    'createElement',
    'createRef',
    'forwardRef',
    'memo',
    'unstable_useCacheRefresh',
    'use',
    'useActionState',
    'useDebugValue',
    'useImperativeHandle',
    'useInsertionEffect',
    'useOptimistic',
    'useReducer',
    'useTransition',
  ],
  'react-dom': [
    'browser',
    'flushSync',
    'preconnect',
    'prefetchDNS',
    'preinit',
    'preinitModule',
    'preload',
    'preloadModule',
    'requestFormReset',
    'unstable_batchedUpdates',
    'useFormState',
    'useFormStatus',
  ],
  scheduler: [
    'unstable_Profiling',
    'unstable_forceFrameRate',
    'unstable_next',
    'unstable_runWithPriority',
    'unstable_wrapCallback',
  ],
};

/** A statement of a module of React that exports a value, in one line or two, or a function. */
const exported = /^exports\.(\w+) =(?:\n?[^\n]*;\n| [^\n]*\{\n[^]*?^\};\n)/gm;

/** Leaves out of React's modules what is not used: 1 kB of the first load. Using it all the same ends the build. */
export const withoutUnusedReact = (): Plugin => ({
  name: 'without-unused-react',
  transform(code, id) {
    const library = /\/cjs\/(react|react-dom|scheduler)\.production\.js$/.exec(id)?.[1];
    const names = library && unused[library];
    if (names)
      return { code: code.replace(exported, (all, name: string) => (names.includes(name) ? '' : all)), map: null };
    for (const [, list = '', from = ''] of code.matchAll(/^import \{([^}]*)\} from '(react[\w/-]*)';/gm)) {
      const missing = list.split(',').find((name) => unused[from]?.includes(name.trim()));
      if (missing) this.error(`${id} imports${missing} of ${from}: keep it in web/unused-react.ts`);
    }
    return undefined;
  },
});
