import type { StoredContent } from '../../store/content.ts';
import { type ContentFile, UnfitContent } from './content-shape.ts';
import { NotAPicture, readPicture } from './picture.ts';

/** Content as it is kept, with the pictures that it names. */
export async function storedForm(
  { banners, articles }: ContentFile,
  pictureAt: (path: string) => Promise<Buffer>,
): Promise<StoredContent> {
  const pictures = new Map<string, { name: string; base64: string }>();
  const fetched = async (path: string) => {
    const known = pictures.get(path);
    if (known) return known.name;
    const { name, bytes } = picture(path, await pictureAt(path));
    pictures.set(path, { name, base64: bytes.toString('base64') });
    return name;
  };

  const bannerRows: StoredContent['banners'] = [];
  for (const [index, banner] of banners.entries())
    bannerRows.push({
      id: banner.id,
      language: banner.language,
      position: banner.order ?? index,
      picture: await fetched(banner.picture),
      alt: banner.alt,
      link: banner.link ?? null,
      shownFrom: banner.from ?? null,
      shownUntil: banner.until ?? null,
    });
  return {
    banners: bannerRows,
    articles: articles.map(({ order, product, link, ...article }, index) => ({
      ...article,
      position: order ?? index,
      product: product ?? null,
      link: link ?? null,
    })),
    pictures: [...pictures.values()],
  };
}

function picture(path: string, bytes: Buffer) {
  try {
    return readPicture(bytes);
  } catch (problem) {
    if (problem instanceof NotAPicture) throw new UnfitContent(`${path} ${problem.message}`);
    throw problem;
  }
}
