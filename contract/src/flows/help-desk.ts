import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { articles } from '../limits.ts';
import { textOrNumber } from '../rules/answer-shapes.ts';
import { wholeNumber, booleanText } from '../rules/query-shapes.ts';
import { refusalNames } from '../result-codes.ts';
import { handle, productCode } from './sign-in.ts';

const areaCode = v.literal('login_page');

const listed = v.object({
  id: textOrNumber,
  title: v.string(),
  summary: v.optional(v.string(), ''),
  /** Our own help page or an external URL; already checked against the link rules. */
  linkUrl: v.string(),
});

export const getArticles = defineCall({
  method: 'GET',
  path: '/webserver/v1/saas-common/:productCode/columns',
  purpose: 'List help articles',
  access: 'anyone',
  request: v.object({
    productCode,
    areaCode,
    pageNo: v.optional(wholeNumber(1, articles.maxPageNo), articles.pageNo),
    pageSize: v.optional(wholeNumber(1, articles.maxPageSize), articles.pageSize),
    hasCount: v.optional(booleanText, false),
    /** Returns only the articles that explain this refusal. */
    explains: v.optional(v.picklist(refusalNames)),
  }),
  response: v.object({
    data: v.array(listed),
    /** Present only when `hasCount` is set. */
    count: v.optional(v.number()),
  }),
  reads: v.object({ data: v.optional(v.array(v.partial(listed, ['linkUrl'])), []) }),
  refusals: {},
});

const piece = v.object({
  text: v.string(),
  strong: v.optional(v.boolean()),
  linkUrl: v.optional(v.string()),
});
const line = v.array(piece);

/** The body of an article is structured data, never HTML, so that it cannot inject markup. */
const block = v.variant('is', [
  v.object({ is: v.picklist(['heading', 'text']), line }),
  v.object({ is: v.picklist(['list', 'steps']), items: v.array(line) }),
]);
export type ArticleBlock = v.InferOutput<typeof block>;
export type ArticlePiece = v.InferOutput<typeof piece>;

export const getArticle = defineCall({
  method: 'GET',
  path: '/webserver/v1/saas-common/:productCode/columns/:id',
  purpose: 'Get one help article',
  access: 'anyone',
  request: v.object({ productCode, areaCode, id: handle }),
  response: v.object({ ...listed.entries, body: v.array(block) }),
  refusals: { notFound: v.unknown() },
});

export const countArticleClick = defineCall({
  method: 'POST',
  path: '/webserver/v1/saas-common/columns/:id/hits',
  purpose: 'Count a click on an article',
  access: 'anyone',
  request: v.object({ id: handle, areaCode, productCode }),
  response: v.null(),
  refusals: {},
});

export const getChatVisitor = defineCall({
  method: 'GET',
  path: '/user/accounts/chatVisitor',
  purpose: 'Get what the chat may know about the signed-in account',
  access: 'sessionIfAny',
  request: v.object({}),
  /** Null for an anonymous visitor, which is not an error. */
  response: v.nullable(
    v.object({
      uuid: v.string(),
      name: v.optional(v.string()),
      email: v.optional(v.string()),
      mobile: v.optional(v.string()),
    }),
  ),
  refusals: {},
});
