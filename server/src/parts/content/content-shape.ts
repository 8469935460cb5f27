import { hours, minutes } from '@foyer/contract/time';
import { languages } from '@foyer/contract/language';
import { allowedLink } from '@foyer/contract/rules/redirect-rules';
import { refusalNames } from '@foyer/contract/result-codes';
import { productCode } from '@foyer/contract/flows/sign-in';
import * as v from 'valibot';

/** Banners and help articles. */
export const content = {
  maxBanners: 20,
  maxArticles: 400,
  maxBodyLength: 10_000,
  maxLinkLength: 2048,
  refreshInterval: minutes(1),
  cmsRefreshInterval: minutes(5),
  /** Repeated hits of one reader on an article count once per interval. */
  hitInterval: hours(1),
  hitsPerMinute: 30,
} as const;

const id = v.pipe(
  v.string(),
  v.regex(/^[a-z\d]+(-[a-z\d]+)*$/, 'give small letters, digits and hyphens'),
  v.maxLength(64),
);
const textSchema = (maxLength: number) =>
  v.pipe(v.string(), v.trim(), v.nonEmpty('say something'), v.maxLength(maxLength));
const order = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000)));
const dateTime = v.pipe(v.string(), v.isoTimestamp(), v.toDate());
const language = v.picklist(languages);

const linkSchema = (origin: string) =>
  v.pipe(
    v.string(),
    v.check((link) => allowedLink(link, origin) !== undefined, 'give a path of ours or an https URL'),
  );

const bannerSchema = (origin: string) =>
  v.pipe(
    v.strictObject({
      id,
      language,
      order,
      /** The path of the picture, relative to the file that names it. */
      picture: textSchema(content.maxLinkLength),
      alt: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
      link: v.optional(linkSchema(origin)),
      from: v.optional(dateTime),
      until: v.optional(dateTime),
    }),
    v.check(({ from, until }) => !from || !until || from < until, 'until comes before from'),
  );

const articleSchema = (origin: string) =>
  v.strictObject({
    id,
    language,
    order,
    area: v.optional(v.literal('login_page'), 'login_page'),
    product: v.optional(productCode),
    title: textSchema(100),
    summary: textSchema(300),
    body: textSchema(content.maxBodyLength),
    link: v.optional(linkSchema(origin)),
    explains: v.optional(v.array(v.picklist(refusalNames)), []),
  });

const areUniquePerLanguage = (items: { id: string; language: string }[]) =>
  new Set(items.map((item) => `${item.id} ${item.language}`)).size === items.length;

/** The JSON of an import and of a CMS. */
const contentSchema = (origin: string) =>
  v.strictObject({
    banners: v.optional(
      v.pipe(
        v.array(bannerSchema(origin)),
        v.maxLength(content.maxBanners),
        v.check((items) => areUniquePerLanguage(items), 'the same id stands twice for one language'),
      ),
      [],
    ),
    articles: v.optional(
      v.pipe(
        v.array(articleSchema(origin)),
        v.maxLength(content.maxArticles),
        v.check((items) => areUniquePerLanguage(items), 'the same id stands twice for one language'),
      ),
      [],
    ),
  });

export type ContentFile = v.InferOutput<ReturnType<typeof contentSchema>>;
export type ContentText = v.InferInput<ReturnType<typeof contentSchema>>;

/** Its message says in one line why the content is invalid. */
export class InvalidContent extends Error {}

export function readContent(json: unknown, origin: string): ContentFile {
  // Checked here because valibot accepts an array as an object without properties.
  if (Array.isArray(json)) throw new InvalidContent('the file: give an object with banners and articles, not a list');
  const read = v.safeParse(contentSchema(origin), json);
  if (read.success) return read.output;
  const [issue] = read.issues;
  const path = v.getDotPath(issue) ?? 'the file';
  throw new InvalidContent(`${path}: ${issue.message}`);
}
