import type { Language } from '@foyer/contract/language';
import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { Sql } from '../../database/database.ts';
import { attributePermission } from '../oidc/oidc-permissions.ts';
import { type AttributeValue, accountAttributes, attributes } from '../schema/attribute-schema.ts';
import { oidcPermissions } from '../schema/oidc-schema.ts';

export type Attribute = typeof attributes.$inferSelect;

/** What a person reads in this language that an attribute is. */
export const labelIn = (language: Language, { label, labels }: Pick<Attribute, 'label' | 'labels'>): string =>
  labels?.[language] ?? label;

/** The attributes that the operator has declared, and their values. Only operators set them. */
export function attributeStore(db: Sql) {
  return {
    all: (): Promise<Attribute[]> => db.select().from(attributes).orderBy(asc(attributes.name)),

    async find(name: string): Promise<Attribute | undefined> {
      const [found] = await db.select().from(attributes).where(eq(attributes.name, name));
      return found;
    },

    async put(attribute: Attribute) {
      const { name: _, createdAt: __, ...changed } = attribute;
      await db.insert(attributes).values(attribute).onConflictDoUpdate({ target: attributes.name, set: changed });
    },

    /** With all its values, and what people have allowed: another one of this name may be something else. */
    async remove(name: string) {
      await db.delete(attributes).where(eq(attributes.name, name));
      const { scopes } = oidcPermissions;
      const allowed = attributePermission({ name });
      await db
        .update(oidcPermissions)
        .set({ scopes: sql`array_remove(${scopes}, ${allowed})` })
        .where(sql`${allowed} = any(${scopes})`);
    },

    /** How many people have one. */
    async countValues(name: string): Promise<number> {
      const [found] = await db
        .select({ people: count() })
        .from(accountAttributes)
        .where(eq(accountAttributes.attribute, name));
      return found?.people ?? 0;
    },

    listByAccount: (account: string): Promise<{ attribute: string; value: AttributeValue }[]> =>
      db
        .select({ attribute: accountAttributes.attribute, value: accountAttributes.value })
        .from(accountAttributes)
        .where(eq(accountAttributes.account, account))
        .orderBy(asc(accountAttributes.attribute)),

    /** The values of a person, with what decides who gets them. */
    describedOf: (account: string) =>
      db
        .select({
          name: attributes.name,
          scope: attributes.scope,
          thirdParty: attributes.thirdParty,
          value: accountAttributes.value,
        })
        .from(accountAttributes)
        .innerJoin(attributes, eq(attributes.name, accountAttributes.attribute))
        .where(eq(accountAttributes.account, account)),

    async set(account: string, attribute: string, value: AttributeValue) {
      await db
        .insert(accountAttributes)
        .values({ account, attribute, value })
        .onConflictDoUpdate({ target: [accountAttributes.account, accountAttributes.attribute], set: { value } });
    },

    async clear(account: string, attribute: string) {
      await db
        .delete(accountAttributes)
        .where(and(eq(accountAttributes.account, account), eq(accountAttributes.attribute, attribute)));
    },
  };
}
