import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { articles } from '../limits.ts';
import { wholeNumber, booleanText } from '../rules/query-shapes.ts';
import { refusalNames } from '../result-codes.ts';
import { handle, productCode } from './sign-in.ts';

const areaCode = v.literal('login_page');

const listed = v.object({
  id: v.string(),
  title: v.string(),
  summary: v.optional(v.string(), ''),
  /** Our own help page, or a place elsewhere; already gated. */
  linkUrl: v.string(),
});

export const getArticles = defineCall({
  method: 'GET',
  path: '/webserver/v1/saas-common/:productCode/columns',
  purpose: 'Help articles that may answer the question',
  request: v.object({
    productCode,
    areaCode,
    pageNo: v.optional(wholeNumber(1, articles.maxPageNo), articles.pageNo),
    pageSize: v.optional(wholeNumber(1, articles.maxPageSize), articles.pageSize),
    hasCount: v.optional(booleanText, false),
    /** Only those that explain this refusal. */
    explains: v.optional(v.picklist(refusalNames)),
  }),
  response: v.object({
    data: v.array(listed),
    /** Only when it was asked for. */
    count: v.optional(v.number()),
  }),
  refusals: {},
});

const piece = v.object({ text: v.string(), strong: v.optional(v.boolean()), linkUrl: v.optional(v.string()) });
const line = v.array(piece);

/** An article is told in parts, never in markup: whoever shows it makes elements of text. */
const block = v.variant('is', [
  v.object({ is: v.picklist(['heading', 'text']), line }),
  v.object({ is: v.picklist(['list', 'steps']), items: v.array(line) }),
]);
export type ArticleBlock = v.InferOutput<typeof block>;
export type ArticlePiece = v.InferOutput<typeof piece>;

export const getArticle = defineCall({
  method: 'GET',
  path: '/webserver/v1/saas-common/:productCode/columns/:id',
  purpose: 'One help article, whole',
  request: v.object({ productCode, areaCode, id: handle }),
  response: v.object({ ...listed.entries, body: v.array(block) }),
  refusals: { notFound: v.unknown() },
});

export const countArticleClick = defineCall({
  method: 'POST',
  path: '/webserver/v1/saas-common/columns/:id/hits',
  purpose: 'Count a click on an article',
  request: v.object({ id: handle, areaCode, productCode }),
  response: v.null(),
  refusals: {},
});

export const getChatVisitor = defineCall({
  method: 'GET',
  path: '/user/accounts/chatVisitor',
  purpose: 'What the chat is told of who is signed in, once they have opened it',
  request: v.object({}),
  /** Null for nobody, which is no error: most who ask the chat are not signed in. */
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
