import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Config } from '../config/config.ts';
import { readConfig } from '../config/read-config.ts';
import { readContent } from '../parts/content/content-shape.ts';
import { toStoredContent } from '../parts/content/stored-content.ts';
import { createClock } from '../platform/clock.ts';
import { contentStore } from '../store/content.ts';
import { type CommandContext, CommandError, examples, recordAct, withDatabase } from './command.ts';

/** `foyer content`: the banners and help articles of the sign-in page. */
export function addContentCommand(program: Command, context: CommandContext) {
  const content = program.command('content').description('banners and help articles of the sign-in page');

  content
    .command('import <file>')
    .description('import banners and articles from a JSON file, with the pictures that it names')
    .addHelpText('after', examples('content import ./content.json'))
    .action(async (file: string) => {
      const config = readConfig(context.env);
      const incoming = await readContentFile(resolve(context.cwd, file), config);
      const counts = { banners: incoming.banners.length, articles: incoming.articles.length };
      await change('content import', counts, (store) => store.put(incoming));
      const { banners, articles } = counts;
      context.print(`Imported ${banners} banners and ${articles} articles; they show within a minute.`, counts);
    });

  content
    .command('list')
    .description('list the imported banners and articles, and how often each article was read')
    .addHelpText('after', examples('content list', 'content list --json'))
    .action(async () => {
      const imported = await withDatabase(context, ({ sql }) => listImported(contentStore(sql)));
      context.print(listText(imported), imported);
    });

  content
    .command('remove <id>')
    .description('remove a banner or an article, in every language')
    .addHelpText('after', examples('content remove opening-hours'))
    .action(async (id: string) => {
      const languages = await change('content remove', { id }, (store) => store.remove(id));
      if (languages === 0) throw new CommandError(`${id}: nothing was imported under this id`);
      context.print(`Removed ${id}, in ${languages} languages.`, { id, languages });
    });

  /** Makes a change, with its record in the audit trail. */
  function change<Result>(
    command: string,
    details: Record<string, string | number>,
    work: (store: ReturnType<typeof contentStore>) => Promise<Result>,
  ): Promise<Result> {
    return withDatabase(context, async ({ sql, time }) => {
      const clock = await createClock(time);
      return sql.transaction(async (tx) => {
        const result = await work(contentStore(tx));
        // Nothing was removed.
        if (result !== 0) await recordAct(tx, clock, { command, by: context.by(), details });
        return result;
      });
    });
  }
}

async function readContentFile(path: string, { redirectAllowlist: { origin }, page: { bannerOrigins } }: Config) {
  const content = readContent(parseJson(await read(path), path), origin);
  if (content.banners.length + content.articles.length === 0)
    throw new CommandError(`${path} is empty: give it banners or articles`);
  const loadPicture = (picture: string) => {
    if (URL.canParse(picture))
      throw new CommandError(`${picture}: give the path of a file, or add its origin to BANNER_ORIGINS`);
    return read(resolve(dirname(path), picture));
  };
  return toStoredContent(content, loadPicture, bannerOrigins);
}

async function read(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch {
    throw new CommandError(`${path} cannot be read: give the path of a file`);
  }
}

function parseJson(file: Buffer, path: string): unknown {
  try {
    // Some editors write a byte order mark.
    return JSON.parse(file.toString('utf8').replace(/^\uFEFF/, ''));
  } catch {
    throw new CommandError(`${path} is not valid JSON`);
  }
}

async function listImported(store: ReturnType<typeof contentStore>) {
  const [{ banners, articles }, hits] = [await store.all(), await store.hits()];
  const readCount = (id: string, language: string) =>
    hits.find((hit) => hit.article === id && hit.language === language)?.hits ?? 0;
  return {
    banners: banners.map(({ id, language, alt }) => ({ id, language, alt })),
    articles: articles.map(({ id, language, title }) => ({ id, language, title, read: readCount(id, language) })),
  };
}

function listText({ banners, articles }: Awaited<ReturnType<typeof listImported>>) {
  const lines = [
    ...banners.map(({ id, language, alt }) => `banner   ${id}  ${language}  ${alt}`),
    ...articles.map(
      (article) => `article  ${article.id}  ${article.language}  ${article.title}  (read ${article.read}×)`,
    ),
  ];
  return lines.length > 0 ? lines.sort().join('\n') : 'Nothing is imported: the page shows the built-in content.';
}
