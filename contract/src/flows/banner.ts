import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { type Language, languageInEnglish, languages } from '../language.ts';

export const bannerAreaOf = (language: Language) => `login_page_${languageInEnglish(language)}` as const;
export const languageOfBannerArea = (area: ReturnType<typeof bannerAreaOf>) =>
  languages.find((language) => bannerAreaOf(language) === area)!;

export const getBanners = defineCall({
  method: 'GET',
  path: '/v1/saas-common/banners/:productCode/:areaCode/list',
  purpose: 'The pictures beside the form',
  request: v.object({
    productCode: v.literal('pc'),
    areaCode: v.picklist(languages.map(bannerAreaOf)),
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
