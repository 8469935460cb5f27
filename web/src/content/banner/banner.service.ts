import { getBanners, bannerAreaOf } from '@foyer/contract/flows/banner';
import { allowedLink, allowedRedirect } from '@foyer/contract/rules/redirect-rules';
import type { PageContext } from '../../platform/page-context.ts';
import type { Picture } from './banner.machine.ts';

/** The pictures of a language, each seen to be one: what is broken or not ours is left out. */
export async function loadPictures({ api, language }: PageContext): Promise<Picture[]> {
  const reply = await api(getBanners, { productCode: 'pc', areaCode: bannerAreaOf(language) });
  if (reply.is !== 'done') return [];
  const { origin } = location;
  const pictures = await Promise.all(
    reply.data.bannerList.map(async ({ picUrl, linkUrl, alt }) => {
      const address = allowedRedirect(picUrl, { origin, allowed: [] });
      if (!address || !(await isPicture(address))) return undefined;
      return { address, alt, link: allowedLink(linkUrl, origin) };
    }),
  );
  return pictures.filter((picture) => picture !== undefined);
}

async function isPicture(address: string) {
  const picture = new Image();
  picture.src = address;
  return picture.decode().then(
    () => true,
    () => false,
  );
}
