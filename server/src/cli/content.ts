import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { readConfig } from '../config/read-config.ts';
import { openDatabase } from '../create-services.ts';
import { UnfitContent, readContent } from '../parts/content/content-shape.ts';
import { storedForm } from '../parts/content/stored-form.ts';
import { createLog } from '../platform/log.ts';
import { contentStore } from '../store/content.ts';

const usage = [
  'npm run content -- import FILE   takes banners and articles in from a JSON file, with the pictures that it names',
  'npm run content -- list          shows what was imported',
  'npm run content -- remove ID     takes a banner or an article away, in every language',
].join('\n');

/** Banners and articles by hand. Gives back what to say; what cannot be done is an UnfitContent with the reason. */
export async function runContent(args: readonly string[], env: Record<string, string | undefined>): Promise<string> {
  const [act, what, ...more] = args;
  const fits = more.length === 0 && (act === 'list' ? what === undefined : what !== undefined);
  if (!fits || !['import', 'list', 'remove'].includes(act ?? '')) throw new UnfitContent(usage);
  const config = readConfig(env);
  const incoming = act === 'import' ? await readFileOf(what ?? '', config.redirectAllowlist.origin) : undefined;

  const database = await openDatabase(config, createLog('silent').log);
  try {
    const store = contentStore(database.sql);
    if (incoming) {
      await store.put(incoming);
      return `Imported ${incoming.banners.length} banners and ${incoming.articles.length} articles; they show within a minute.`;
    }
    if (act === 'remove') {
      const gone = await store.remove(what ?? '');
      if (gone === 0) throw new UnfitContent(`${what}: nothing was imported under this id`);
      return `Removed ${what}, in ${gone} languages.`;
    }
    return listed(await store.all(), await store.hits());
  } finally {
    await database.close();
  }
}

async function readFileOf(path: string, origin: string) {
  const text = await read(path);
  const given = readContent(parsed(text.toString('utf8'), path), origin);
  if (given.banners.length + given.articles.length === 0)
    throw new UnfitContent(`${path} brings nothing: give it banners or articles`);
  return storedForm(given, (picture) => read(resolve(dirname(path), picture)));
}

async function read(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch {
    throw new UnfitContent(`${path} cannot be read: give the path of a file`);
  }
}

function parsed(text: string, path: string): unknown {
  try {
    // Some editors begin a file with a mark of their own.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new UnfitContent(`${path} is no JSON`);
  }
}

type Store = ReturnType<typeof contentStore>;

function listed({ banners, articles }: Awaited<ReturnType<Store['all']>>, hits: Awaited<ReturnType<Store['hits']>>) {
  const readOf = (id: string, language: string) =>
    hits.find((hit) => hit.article === id && hit.language === language)?.hits ?? 0;
  const lines = [
    ...banners.map(({ id, language, alt }) => `banner   ${id}  ${language}  ${alt}`),
    ...articles.map(
      ({ id, language, title }) => `article  ${id}  ${language}  ${title}  (read ${readOf(id, language)}×)`,
    ),
  ];
  return lines.length > 0 ? lines.sort().join('\n') : 'Nothing was imported: what ships with the product shows.';
}
