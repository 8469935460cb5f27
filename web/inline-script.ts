import { minify } from 'terser';
import { type BuildOptions, type Plugin, type Rolldown, build } from 'vite';

const suffix = '?inline-script';

interface Options {
  target: string[];
  transform: NonNullable<BuildOptions['rolldownOptions']>['transform'];
}

/** `import source from './file.ts?inline-script'`: the module and everything it imports, as one script for `<script>`. */
export const inlineScript = ({ target, transform }: Options): Plugin => ({
  name: 'inline-script',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith(suffix)) return undefined;
    const built = (await build({
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      build: {
        write: false,
        target,
        modulePreload: false,
        rolldownOptions: {
          input: id.slice(0, -suffix.length),
          ...(transform && { transform }),
          output: { format: 'iife' },
        },
      },
    })) as Rolldown.RolldownOutput;
    // Terser minifies it once more: it writes limits where they are used.
    const { code = '' } = await minify(built.output[0].code, {
      ecma: 2020,
      toplevel: true,
      compress: { passes: 3, pure_getters: true, unsafe: true, inline: 3 },
    });
    return `export default ${JSON.stringify(code.replace(/;$/, ''))}`;
  },
});
