import { languages } from '@foyer/contract/language';
import type { ContentText } from './content-shape.ts';
import { type ArticleTexts, explainedRefusals } from './default-article-ids.ts';
import { englishArticles } from './default-articles.en-US.ts';
import { chineseArticles } from './default-articles.zh-CN.ts';

const texts = { 'zh-CN': chineseArticles, 'en-US': englishArticles };

export const defaultArticles: NonNullable<ContentText['articles']> = Object.entries(explainedRefusals).flatMap(
  ([id, explains]) =>
    languages.map((language) => ({
      id,
      language,
      explains: [...explains],
      ...texts[language][id as keyof ArticleTexts],
    })),
);
