import { languages } from '@foyer/contract/language';
import { bannerTexts } from '@foyer/contract/texts/service-texts';
import type { StoredContent } from '../../store/content.ts';
import safe from './banner-safe.svg?raw';
import sign from './banner-sign.svg?raw';
import { type ContentText, UnfitContent, readContent } from './content-shape.ts';
import { defaultArticles } from './default-articles.ts';
import { storedForm } from './stored-form.ts';

const pictures: Record<string, string> = { sign, safe };

const banners: NonNullable<ContentText['banners']> = languages.flatMap((language) => [
  { id: 'sign', language, picture: 'sign', alt: bannerTexts[language].sign },
  { id: 'safe', language, picture: 'safe', alt: bannerTexts[language].safe, link: '/help?article=second-factor' },
]);

/** What ships with the product, and shows until there is something better. */
export const defaultContent = (origin: string): Promise<StoredContent> =>
  storedForm(readContent({ banners, articles: defaultArticles }, origin), async (name) => {
    const picture = pictures[name];
    if (picture === undefined) throw new UnfitContent(`${name} is no picture of ours`);
    return Buffer.from(picture);
  });
