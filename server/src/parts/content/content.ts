import type { ArticleBlock } from '@foyer/contract/flows/help-desk';
import type { Language } from '@foyer/contract/language';
import { allowedLink } from '@foyer/contract/rules/redirect-rules';
import type { Config } from '../../config/config.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Log, errorFields } from '../../platform/log.ts';
import { content as limits } from './content-shape.ts';
import { type Cms, CmsError } from '../../providers/cms.ts';
import type { StoredContent } from '../../store/content.ts';
import type { Stores } from '../../store/stores.ts';
import { readMarkup } from './article-markup.ts';
import { InvalidContent, readContent } from './content-shape.ts';
import { defaultContent } from './default-content.ts';
import { type Picture, readPicture } from './picture.ts';
import { isExternalPicture, toStoredContent } from './stored-content.ts';

export interface Banner {
  /** A path of ours, or a URL on one of the configured origins. */
  picUrl: string;
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

/** Banners and articles, held in memory: a request needs no query. */
export interface Content {
  banners(language: Language): Banner[];
  articles(language: Language): Article[];
  picture(name: string): Picture | undefined;
  /** Reads the stored content again and, when it is due, the CMS. */
  refresh(): Promise<void>;
}

interface ContentDependencies {
  config: Config;
  stores: Stores;
  clock: Clock;
  log: Log;
  cms: Cms | undefined;
}

/** Banners and articles come, each kind by itself, from the CMS, else from an import, else from the product's defaults. */
export async function createContent({ config, stores, clock, log, cms }: ContentDependencies): Promise<Content> {
  const { origin } = config.redirectAllowlist;
  const { bannerOrigins } = config.page;
  const defaults = await defaultContent(origin);
  let imported = await stores.content.all();
  let fromCms: StoredContent | undefined;
  let readCmsAt = -Infinity;
  let current = merge();

  function merge() {
    const layers = [fromCms, imported, defaults].filter((layer) => layer !== undefined);
    const first = <Kind extends 'banners' | 'articles'>(kind: Kind): StoredContent[Kind] =>
      layers.find((layer) => layer[kind].length > 0)?.[kind] ?? defaults[kind];
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

  function urlOf(picture: string) {
    if (current.pictures.has(picture)) return `/media/${picture}`;
    return isExternalPicture(picture, bannerOrigins) ? picture : undefined;
  }

  async function readCms(source: Cms) {
    readCmsAt = clock.now() + limits.cmsRefreshInterval;
    try {
      fromCms = await toStoredContent(readContent(await source.content(), origin), source.picture, bannerOrigins);
    } catch (error) {
      // The last valid content stays.
      const detail = error instanceof InvalidContent || error instanceof CmsError ? { problem: error.message } : {};
      log.warn({ event: 'cmsNotRead', ...detail, ...errorFields(error) });
    }
  }

  return {
    banners(language) {
      const now = clock.now();
      return current.banners
        .filter((banner) => banner.language === language)
        .filter(({ shownFrom }) => !shownFrom || shownFrom.getTime() <= now)
        .filter(({ shownUntil }) => !shownUntil || now < shownUntil.getTime())
        .flatMap(({ picture, alt, link }) => {
          const picUrl = urlOf(picture);
          return picUrl ? { picUrl, alt, link: allowedLink(link, origin) } : [];
        });
    },
    articles: (language) => current.articles.filter((article) => article.language === language),
    picture: (name) => current.pictures.get(name),
    async refresh() {
      imported = await stores.content.all();
      if (cms && readCmsAt <= clock.now()) await readCms(cms);
      current = merge();
    },
  };
}
