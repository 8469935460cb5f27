import type { ArticleBlock } from '@foyer/contract/flows/help-desk';
import type { Language } from '@foyer/contract/language';
import { allowedLink } from '@foyer/contract/rules/redirect-rules';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Log, faultOf } from '../../platform/log.ts';
import { content as limits } from '../../platform/service-limits.ts';
import { type Cms, CmsError } from '../../providers/cms.ts';
import { type StoredContent, contentStore } from '../../store/content.ts';
import { readMarkup } from './article-markup.ts';
import { UnfitContent, readContent } from './content-shape.ts';
import { defaultContent } from './default-content.ts';
import { type Picture, readPicture } from './picture.ts';
import { storedForm } from './stored-form.ts';

export interface Banner {
  picture: string;
  alt: string;
  link: string | undefined;
}

export interface Article {
  id: string;
  language: Language;
  area: string;
  product: string | null;
  title: string;
  summary: string;
  link: string | undefined;
  explains: string[];
  body: ArticleBlock[];
}

/** Banners and articles, in memory: a visit costs no query. */
export interface Content {
  banners(language: Language): Banner[];
  articles(language: Language): Article[];
  picture(name: string): Picture | undefined;
  /** Looks for changes, here and at the CMS when it is time. */
  refresh(): Promise<void>;
}

interface Dependencies {
  config: Config;
  database: Database;
  clock: Clock;
  log: Log;
  cms: Cms | undefined;
}

/** What the CMS has comes first, then what was imported, then what ships with the product: each kind by itself. */
export async function createContent({ config, database, clock, log, cms }: Dependencies): Promise<Content> {
  const { origin } = config.redirectAllowlist;
  const store = contentStore(database.sql);
  const own = await defaultContent(origin);
  let imported = await store.all();
  let outside: StoredContent | undefined;
  let askAgainAt = -Infinity;
  let shelf = arrange();

  function arrange() {
    const layers = [outside, imported, own].filter((layer) => layer !== undefined);
    const first = <Kind extends 'banners' | 'articles'>(kind: Kind): StoredContent[Kind] =>
      layers.find((layer) => layer[kind].length > 0)?.[kind] ?? own[kind];
    return {
      banners: first('banners').toSorted((a, b) => a.position - b.position),
      articles: first('articles')
        .toSorted((a, b) => a.position - b.position)
        .map(({ link, body, ...article }): Article => ({
          ...article,
          link: allowedLink(link, origin),
          body: readMarkup(body, origin),
        })),
      pictures: new Map(
        layers
          .flatMap(({ pictures }) => pictures)
          .map(({ base64 }) => readPicture(Buffer.from(base64, 'base64')))
          .map((picture) => [picture.name, picture]),
      ),
    };
  }

  async function askCms(from: Cms) {
    askAgainAt = clock.now() + limits.cmsRefreshInterval;
    try {
      outside = await storedForm(readContent(await from.content(), origin), from.picture);
    } catch (error) {
      // The last good one stays.
      const told = error instanceof UnfitContent || error instanceof CmsError ? { problem: error.message } : {};
      log.warn({ event: 'cmsNotRead', ...told, ...faultOf(error) });
    }
  }

  return {
    banners(language) {
      const now = clock.now();
      return shelf.banners
        .filter((banner) => banner.language === language && shelf.pictures.has(banner.picture))
        .filter(({ shownFrom }) => !shownFrom || shownFrom.getTime() <= now)
        .filter(({ shownUntil }) => !shownUntil || now < shownUntil.getTime())
        .map(({ picture, alt, link }) => ({ picture, alt, link: allowedLink(link, origin) }));
    },
    articles: (language) => shelf.articles.filter((article) => article.language === language),
    picture: (name) => shelf.pictures.get(name),
    async refresh() {
      imported = await store.all();
      if (cms && askAgainAt <= clock.now()) await askCms(cms);
      shelf = arrange();
    },
  };
}
