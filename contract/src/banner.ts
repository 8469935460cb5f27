import * as v from 'valibot';
import { defineCall } from './call.ts';
import type { Language } from './language.ts';

export const askBanners = defineCall({
  method: 'GET',
  path: '/v1/saas-common/banners/:productCode/:areaCode/list',
  purpose: 'The pictures beside the form',
  request: v.object({
    productCode: v.literal('pc'),
    areaCode: v.picklist(['login_page_chinese', 'login_page_english']),
  }),
  response: v.object({
    bannerList: v.array(v.object({ picUrl: v.string(), linkUrl: v.nullish(v.string()) })),
  }),
  refusals: {},
});

export const bannerAreaOf = (language: Language) =>
  language === 'zh-CN' ? ('login_page_chinese' as const) : ('login_page_english' as const);
