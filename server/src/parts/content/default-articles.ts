import { languages } from '@foyer/contract/language';
import { type Articles, articles, explainedRefusals } from '@foyer/contract/texts/service-texts';
import type { ContentText } from './content-shape.ts';

export const defaultArticles: NonNullable<ContentText['articles']> = Object.entries(explainedRefusals).flatMap(
  ([id, explains]) =>
    languages.map((language) => ({
      id,
      language,
      explains: [...explains],
      ...articles[language][id as keyof Articles],
    })),
);
