import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { ExportedConfig, PageVariant } from '@foyer/contract/pages/page-config';
import { brandPath } from '../../config/brand-config.ts';
import { readConfig } from '../../config/read-config.ts';
import * as parse from '../../config/setting-values.ts';
import { builtPages } from '../../create-services.ts';
import { brandPolicy } from '../../http/answers/assets.ts';
import { compress } from '../../http/answers/compression.ts';
import { securityHeaders } from '../../http/answers/headers.ts';
import { type RenderDocument, inlineHashes } from '../../http/pages.ts';
import type { ExportedSources } from '../../providers/app-settings.ts';
import { settingsOf } from '../../providers/scan-settings.ts';
import { type CommandContext, CommandError, argument } from '../command.ts';
import { documentName, documentVariants } from './document-variants.ts';
import {
  type Exported,
  allMethods,
  apiBase,
  configFromSettings,
  methods,
  readExportedConfig,
} from './exported-config.ts';
import { nginxConf } from './nginx-conf.ts';

interface Options {
  out: string;
  config?: string;
  apiBase?: string;
  methods?: ExportedConfig['methods'];
  backend: string;
}

/** In the exported folder: `site` is for the web server, the other files are for its administrator. */
const siteFolder = 'site';
const configFile = '/config.json';

const help = `
The brand, the company, the redirect allowlist and so on come from the same settings as for the service (.env.example).
All of them are written to ${siteFolder}${configFile}, which can be edited afterwards: the page reads it when it opens.
Documents show the values of the export until then; --config renders an edited file into them.

Examples:
  npm run export
  npm run export -- --out /srv/foyer --api-base /api/ --backend http://accounts.internal:8080
  npm run export -- --api-base https://accounts.example.com/v1 --methods code,register,retrieve,sso
  npm run export -- --config export/${siteFolder}${configFile}`;

/** `foyer export`: the page as static files, for any web server in front of any back end. */
export function addExportCommand(program: Command, { env, cwd, print }: CommandContext) {
  program
    .command('export')
    .description('write the page as static files that any web server can serve in front of any back end')
    .option('--out <folder>', 'folder to write; an earlier export in it is replaced', 'export')
    .option('--api-base <path or URL>', 'base of the API (default: /api)', argument(apiBase))
    .option('--methods <list>', `sign-in methods to offer (default: ${allMethods})`, argument(methods))
    .option('--config <file>', 'take the configuration from this file, written by an earlier export')
    .option('--backend <URL>', 'where nginx forwards the calls', argument(parse.baseUrl), 'http://127.0.0.1:8080')
    .addHelpText('after', help)
    .action(async (options: Options) => {
      const exported = await exportedConfig(options, { env, cwd });
      const folder = resolve(cwd, options.out);
      const documents = await writeExport(folder, exported, options.backend);
      print(
        `Wrote ${documents} documents to ${join(folder, siteFolder)}, and ${join(folder, 'nginx.conf')} to serve them.`,
        { folder, documents },
      );
    });
}

async function exportedConfig(options: Options, { env, cwd }: Pick<CommandContext, 'env' | 'cwd'>): Promise<Exported> {
  const { config, brandFiles } = options.config
    ? await readConfigFile(resolve(cwd, options.config))
    : configFromSettings(env);
  return {
    config: {
      ...config,
      ...(options.apiBase && { apiBase: options.apiBase }),
      ...(options.methods && { methods: options.methods }),
    },
    brandFiles,
  };
}

async function readConfigFile(path: string) {
  const json = await readFile(path, 'utf8').catch(() => {
    throw new CommandError(`${path} cannot be read: give the path of a file`);
  });
  const config = readExportedConfig(json, path);
  const pictures = picturesOf(config).map(async (url) => {
    const file = join(dirname(path), url);
    const content = await readFile(file).catch(() => {
      throw new CommandError(`${file}, which ${path} names, cannot be read`);
    });
    return { path: url, content };
  });
  return { config, brandFiles: await Promise.all(pictures) };
}

function picturesOf({ look: { logo, hero, icons = [] } = {} }: ExportedConfig): string[] {
  return [logo?.light, logo?.dark, hero?.light, hero?.dark, ...icons].filter((url) => url !== undefined);
}

async function writeExport(folder: string, { config, brandFiles }: Exported, backend: string): Promise<number> {
  const site = join(folder, siteFolder);
  await refuseOtherFiles(folder);
  const built = readConfig({});
  const pages = await builtPages(built);
  if (!pages) throw new CommandError('The page is not built: run npm run build');
  await rm(site, { recursive: true, force: true });
  await mkdir(join(site, 'documents'), { recursive: true });
  await cp(built.folders.web, site, { recursive: true, filter: (path) => !path.endsWith('.vite') });
  await writeFile(join(site, configFile), `${JSON.stringify(config, undefined, 2)}\n`);

  if (brandFiles.length > 0) await mkdir(join(site, brandPath));
  for (const { path, content } of brandFiles) await writeCompressed(join(site, path), content);

  const variants = documentVariants();
  const hashes = { scripts: new Set<string>(), styles: new Set<string>() };
  for (const variant of variants) {
    const html = await renderVariant(pages.render, variant, config);
    for (const script of inlineHashes(html).scripts) hashes.scripts.add(script);
    for (const style of inlineHashes(html).styles) hashes.styles.add(style);
    await writeCompressed(join(site, 'documents', documentName(variant)), html);
  }

  const headers = securityHeaders({
    hsts: undefined,
    connect: '$foyer_connect',
    frame: '$foyer_frame',
    picture: '$foyer_picture',
  });
  const { 'Content-Security-Policy': _, ...common } = headers.common;
  await writeFile(
    join(folder, 'nginx.conf'),
    nginxConf({
      root: site,
      productCode: config.productCode,
      api: config.apiBase.startsWith('/') ? { base: config.apiBase, backend } : undefined,
      sources: sourcesOf(config),
      policy: headers.policyFor({ scripts: [...hashes.scripts], styles: [...hashes.styles] }),
      headers: common,
      picturePolicy: brandPolicy,
    }),
  );
  return variants.length;
}

function renderVariant(render: RenderDocument, variant: PageVariant, config: ExportedConfig) {
  return render(variant, { ...config, origin: '', year: new Date().getFullYear(), configFile });
}

async function writeCompressed(path: string, content: string | Buffer) {
  const { plain, br, gzip } = await compress(content);
  await Promise.all([writeFile(path, plain), writeFile(`${path}.br`, br!), writeFile(`${path}.gz`, gzip!)]);
}

/** Only an earlier export is replaced. */
async function refuseOtherFiles(folder: string) {
  const entries = existsSync(folder) ? await readdir(folder) : [];
  const foreign = entries.filter((name) => name !== siteFolder && name !== 'nginx.conf');
  if (foreign.length > 0)
    throw new CommandError(`${folder} holds other files (${foreign[0]}): give an empty or a new folder`);
}

function sourcesOf({ apiBase: base, helpBase, eventsUrl, chat, bannerOrigins, methods: { scan } }: ExportedConfig) {
  const origins = (...urls: (string | undefined)[]) =>
    [...new Set(urls.flatMap((url) => (url && !url.startsWith('/') ? new URL(url).origin : [])))].join(' ');
  const ofApps: ExportedSources[] = scan.map((app) => settingsOf[app].exportedSources ?? {});
  return {
    connect: origins(base, helpBase, eventsUrl),
    frame: origins(...ofApps.map(({ frame }) => frame), chat),
    picture: origins(...bannerOrigins, ...ofApps.map(({ picture }) => picture)),
  };
}
