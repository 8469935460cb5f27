import { getBanners, bannerAreaOf } from '@foyer/contract/flows/banner';
import { allowedLink, allowedRedirect } from '@foyer/contract/rules/redirect-rules';
import type { PageContext } from '../../platform/page-context.ts';
import type { Picture } from './banner.machine.ts';

/** The banners in the page's language. A picture that does not load, or of an origin that is not allowed, is left out. */
export async function loadPictures({ api, config, language }: PageContext): Promise<Picture[]> {
  const result = await api(getBanners, { productCode: 'pc', areaCode: bannerAreaOf(language) });
  if (result.is !== 'done') return [];
  const { origin } = location;
  const pictures = await Promise.all(
    result.data.bannerList.map(async ({ picUrl, linkUrl, alt }) => {
      const url = allowedRedirect(picUrl, { origin, allowed: config.bannerOrigins });
      if (!url || !(await isPicture(url))) return undefined;
      return { url, alt, link: allowedLink(linkUrl, origin) };
    }),
  );
  return pictures.filter((picture) => picture !== undefined);
}

async function isPicture(url: string) {
  const picture = new Image();
  picture.src = url;
  return picture.decode().then(
    () => true,
    () => false,
  );
}
