import type { Language } from '@foyer/contract/language';
import { eq, notInArray, sql } from 'drizzle-orm';
import type { Sql } from '../database/database.ts';
import { articleHits, articles, banners, pictures } from './schema/content-schema.ts';

type BannerRow = typeof banners.$inferSelect;
type ArticleRow = typeof articles.$inferSelect;
type PictureRow = typeof pictures.$inferSelect;

export interface StoredContent {
  banners: BannerRow[];
  articles: ArticleRow[];
  pictures: PictureRow[];
}

export function contentStore(db: Sql) {
  return {
    async all(): Promise<StoredContent> {
      return {
        banners: await db.select().from(banners),
        articles: await db.select().from(articles),
        pictures: await db.select().from(pictures),
      };
    },

    /** Runs in one transaction. An item with the same id and language is replaced. */
    async put(content: StoredContent) {
      await db.transaction(async (tx) => {
        for (const row of content.pictures) await tx.insert(pictures).values(row).onConflictDoNothing();
        for (const row of content.banners)
          await tx
            .insert(banners)
            .values(row)
            .onConflictDoUpdate({ target: [banners.id, banners.language], set: row });
        for (const row of content.articles)
          await tx
            .insert(articles)
            .values(row)
            .onConflictDoUpdate({ target: [articles.id, articles.language], set: row });
        await deleteUnusedPictures(tx);
      });
    },

    /** Removes the item in every language. Returns how many rows there were. */
    async remove(id: string): Promise<number> {
      return db.transaction(async (tx) => {
        const gone = [
          ...(await tx.delete(banners).where(eq(banners.id, id)).returning({ id: banners.id })),
          ...(await tx.delete(articles).where(eq(articles.id, id)).returning({ id: articles.id })),
        ];
        await deleteUnusedPictures(tx);
        return gone.length;
      });
    },

    async countHit(article: string, language: Language) {
      await db
        .insert(articleHits)
        .values({ article, language, hits: 1 })
        .onConflictDoUpdate({
          target: [articleHits.article, articleHits.language],
          set: { hits: sql`${articleHits.hits} + 1` },
        });
    },

    /** How often each article was opened, by id and language. */
    hits: () => db.select().from(articleHits),
  };
}

async function deleteUnusedPictures(tx: Sql) {
  await tx.delete(pictures).where(notInArray(pictures.name, tx.select({ name: banners.picture }).from(banners)));
}
