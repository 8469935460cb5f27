import type { StoredContent } from '../../store/content.ts';
import safe from './banner-safe.svg?raw';
import sign from './banner-sign.svg?raw';
import { type ContentText, UnfitContent, readContent } from './content-shape.ts';
import { defaultArticles } from './default-articles.ts';
import { storedForm } from './stored-form.ts';

const pictures: Record<string, string> = { sign, safe };

const banners: NonNullable<ContentText['banners']> = [
  { id: 'sign', language: 'zh-CN', picture: 'sign', alt: '在线签署合同，随时随地，一样有效' },
  { id: 'sign', language: 'en-US', picture: 'sign', alt: 'Sign contracts online, anywhere and just as binding' },
  {
    id: 'safe',
    language: 'zh-CN',
    picture: 'safe',
    alt: '开启登录保护，账号更安全',
    link: '/help?article=second-factor',
  },
  {
    id: 'safe',
    language: 'en-US',
    picture: 'safe',
    alt: 'Sign-in security keeps your account yours',
    link: '/help?article=second-factor',
  },
];

/** What ships with the product, and shows until there is something better. */
export const defaultContent = (origin: string): Promise<StoredContent> =>
  storedForm(readContent({ banners, articles: defaultArticles }, origin), async (name) => {
    const picture = pictures[name];
    if (picture === undefined) throw new UnfitContent(`${name} is no picture of ours`);
    return Buffer.from(picture);
  });
