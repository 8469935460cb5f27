import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { type Language, languageInEnglish, languages } from '../language.ts';

export const bannerAreaOf = (language: Language) => `login_page_${languageInEnglish(language)}` as const;
export const languageOfBannerArea = (area: ReturnType<typeof bannerAreaOf>) =>
  languages.find((language) => bannerAreaOf(language) === area)!;

const banner = v.object({
  /** Path of a picture on our own origin, or the URL of one on an origin that the operator has configured. */
  picUrl: v.string(),
  /** Already checked against the link rules; absent for a picture without a link. */
  linkUrl: v.nullish(v.string()),
  /** Empty for a decorative picture. */
  alt: v.optional(v.string(), ''),
});

export const getBanners = defineCall({
  method: 'GET',
  path: '/v1/saas-common/banners/:productCode/:areaCode/list',
  purpose: 'List the banner pictures beside the form',
  access: 'anyone',
  request: v.object({
    productCode: v.literal('pc'),
    areaCode: v.picklist(languages.map(bannerAreaOf)),
  }),
  response: v.object({ bannerList: v.array(banner) }),
  reads: v.object({ bannerList: v.optional(v.array(banner), []) }),
  refusals: {},
});
