import { languages } from '@foyer/contract/language';
import { type Articles, articles, bannerTexts, explainedRefusals } from '@foyer/contract/texts/service-texts';
import type { StoredContent } from '../../store/content.ts';
import safe from './banner-safe.svg?raw';
import sign from './banner-sign.svg?raw';
import { type ContentText, InvalidContent, readContent } from './content-shape.ts';
import { toStoredContent } from './stored-content.ts';

const pictures: Record<string, string> = { sign, safe };

const banners: NonNullable<ContentText['banners']> = languages.flatMap((language) => [
  { id: 'sign', language, picture: 'sign', alt: bannerTexts[language].sign },
  { id: 'safe', language, picture: 'safe', alt: bannerTexts[language].safe, link: '/help?article=second-factor' },
]);

const defaultArticles: NonNullable<ContentText['articles']> = Object.entries(explainedRefusals).flatMap(
  ([id, explains]) =>
    languages.map((language) => ({
      id,
      language,
      explains: [...explains],
      ...articles[language][id as keyof Articles],
    })),
);

/** The content that ships with the product. */
export const defaultContent = (origin: string): Promise<StoredContent> =>
  toStoredContent(readContent({ banners, articles: defaultArticles }, origin), async (name) => {
    const picture = pictures[name];
    if (picture === undefined) throw new InvalidContent(`${name} is not a default picture`);
    return Buffer.from(picture);
  });
