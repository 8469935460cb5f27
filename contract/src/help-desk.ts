import * as v from 'valibot';
import { defineCall } from './call.ts';
import { articles } from './limits.ts';
import { wholeNumber, yesOrNo } from './query-shapes.ts';
import { handle, productCode } from './sign-in.ts';

const areaCode = v.literal('login_page');

export const askArticles = defineCall({
  method: 'GET',
  path: '/webserver/v1/saas-common/:productCode/columns',
  purpose: 'Help articles that may answer the question',
  request: v.object({
    productCode,
    areaCode,
    pageNo: v.optional(wholeNumber(1, articles.pageNoAtMost), articles.pageNo),
    pageSize: v.optional(wholeNumber(1, articles.pageSizeAtMost), articles.pageSize),
    hasCount: v.optional(yesOrNo, false),
  }),
  response: v.object({
    data: v.array(v.object({ id: v.string(), title: v.string(), linkUrl: v.string() })),
    /** Only when it was asked for. */
    count: v.optional(v.number()),
  }),
  refusals: {},
});

export const countArticleClick = defineCall({
  method: 'POST',
  path: '/webserver/v1/saas-common/columns/:id/hits',
  purpose: 'Count a click on an article',
  request: v.object({ id: handle, areaCode, productCode }),
  response: v.null(),
  refusals: {},
});
