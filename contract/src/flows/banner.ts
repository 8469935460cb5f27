import * as v from 'valibot';
import { defineCall } from '../call.ts';
import type { Language } from '../language.ts';

export const getBanners = defineCall({
  method: 'GET',
  path: '/v1/saas-common/banners/:productCode/:areaCode/list',
  purpose: 'The pictures beside the form',
  request: v.object({
    productCode: v.literal('pc'),
    areaCode: v.picklist(['login_page_chinese', 'login_page_english']),
  }),
  response: v.object({
    bannerList: v.array(
      v.object({
        /** A picture of ours, by its path: no third party learns who looks at it. */
        picUrl: v.string(),
        /** Already gated; absent for a picture that leads nowhere. */
        linkUrl: v.nullish(v.string()),
        /** Empty for a picture that says nothing. */
        alt: v.optional(v.string(), ''),
      }),
    ),
  }),
  refusals: {},
});

const areas = { 'zh-CN': 'login_page_chinese', 'en-US': 'login_page_english' } as const;
export const bannerAreaOf = (language: Language) => areas[language];
export const languageOfBannerArea = (area: (typeof areas)[Language]): Language =>
  area === areas['zh-CN'] ? 'zh-CN' : 'en-US';
