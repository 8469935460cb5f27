import { languages } from '@foyer/contract/language';
import { allowedLink } from '@foyer/contract/rules/redirect-rules';
import { refusalNames } from '@foyer/contract/result-codes';
import { productCode } from '@foyer/contract/flows/sign-in';
import * as v from 'valibot';
import { content as limits } from '../../platform/service-limits.ts';

const id = v.pipe(
  v.string(),
  v.regex(/^[a-z\d]+(-[a-z\d]+)*$/, 'give small letters, digits and hyphens'),
  v.maxLength(64),
);
const textUpTo = (most: number) => v.pipe(v.string(), v.trim(), v.nonEmpty('say something'), v.maxLength(most));
const order = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000)));
const moment = v.pipe(v.string(), v.isoTimestamp(), v.toDate());
const language = v.picklist(languages);

const linkAt = (origin: string) =>
  v.pipe(
    v.string(),
    v.check((link) => allowedLink(link, origin) !== undefined, 'give a path of ours or an address on https'),
  );

const bannerAt = (origin: string) =>
  v.pipe(
    v.strictObject({
      id,
      language,
      order,
      /** Where the picture is, beside the file that names it. */
      picture: textUpTo(limits.maxLinkLength),
      alt: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
      link: v.optional(linkAt(origin)),
      from: v.optional(moment),
      until: v.optional(moment),
    }),
    v.check(({ from, until }) => !from || !until || from < until, 'until comes before from'),
  );

const articleAt = (origin: string) =>
  v.strictObject({
    id,
    language,
    order,
    area: v.optional(v.literal('login_page'), 'login_page'),
    product: v.optional(productCode),
    title: textUpTo(100),
    summary: textUpTo(300),
    body: textUpTo(limits.maxBodyLength),
    link: v.optional(linkAt(origin)),
    explains: v.optional(v.array(v.picklist(refusalNames)), []),
  });

const oncePerLanguage = (items: { id: string; language: string }[]) =>
  new Set(items.map((item) => `${item.id} ${item.language}`)).size === items.length;

/** What an import and a CMS give, as JSON. */
const contentAt = (origin: string) =>
  v.strictObject({
    banners: v.optional(
      v.pipe(
        v.array(bannerAt(origin)),
        v.maxLength(limits.maxBanners),
        v.check((items) => oncePerLanguage(items), 'the same id stands twice for one language'),
      ),
      [],
    ),
    articles: v.optional(
      v.pipe(
        v.array(articleAt(origin)),
        v.maxLength(limits.maxArticles),
        v.check((items) => oncePerLanguage(items), 'the same id stands twice for one language'),
      ),
      [],
    ),
  });

export type ContentFile = v.InferOutput<ReturnType<typeof contentAt>>;
export type ContentText = v.InferInput<ReturnType<typeof contentAt>>;

/** Why it cannot be shown, in one line. */
export class UnfitContent extends Error {}

export function readContent(given: unknown, origin: string): ContentFile {
  // A list has properties too, none of which is asked for.
  if (Array.isArray(given)) throw new UnfitContent('the file: give an object with banners and articles, not a list');
  const read = v.safeParse(contentAt(origin), given);
  if (read.success) return read.output;
  const [issue] = read.issues;
  const path = v.getDotPath(issue) ?? 'the file';
  throw new UnfitContent(`${path}: ${issue.message}`);
}
