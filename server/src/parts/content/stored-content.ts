import type { StoredContent } from '../../store/content.ts';
import { type ContentFile, InvalidContent } from './content-shape.ts';
import { InvalidPicture, readPicture } from './picture.ts';

/** Converts content into database rows, together with the pictures that it names; those of other origins stay there. */
export async function toStoredContent(
  { banners, articles }: ContentFile,
  loadPicture: (path: string) => Promise<Buffer>,
  bannerOrigins: readonly string[] = [],
): Promise<StoredContent> {
  const pictures = new Map<string, { name: string; base64: string }>();
  const pictureName = async (path: string) => {
    if (isExternalPicture(path, bannerOrigins)) return path;
    const loaded = pictures.get(path);
    if (loaded) return loaded.name;
    const { name, bytes } = validPicture(path, await loadPicture(path));
    pictures.set(path, { name, base64: bytes.toString('base64') });
    return name;
  };

  const bannerRows: StoredContent['banners'] = [];
  for (const [index, banner] of banners.entries())
    bannerRows.push({
      id: banner.id,
      language: banner.language,
      position: banner.order ?? index,
      picture: await pictureName(banner.picture),
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

/** Whether this is the URL of a picture on one of these origins. */
export const isExternalPicture = (picture: string, bannerOrigins: readonly string[]) =>
  URL.canParse(picture) && bannerOrigins.includes(new URL(picture).origin);

function validPicture(path: string, bytes: Buffer) {
  try {
    return readPicture(bytes);
  } catch (problem) {
    if (problem instanceof InvalidPicture) throw new InvalidContent(`${path} ${problem.message}`);
    throw problem;
  }
}
