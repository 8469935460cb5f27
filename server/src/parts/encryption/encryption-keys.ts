import type { Config } from '../../config/config.ts';
import type { Sql } from '../../database/database.ts';
import { random } from '../../platform/random.ts';
import { ensureSecret } from '../../store/secrets.ts';

/**
 * The keys of the operator; for development and the sandbox one that is stored beside what it encrypts. None in production
 * where none is set.
 */
export async function encryptionKeysOf({ oidc, production }: Config, sql: Sql): Promise<readonly Buffer[]> {
  if (oidc.encryptionKeys.length > 0 || production) return oidc.encryptionKeys;
  return [await storedEncryptionKey(sql)];
}

/** The key that is stored beside what it encrypts. */
export const storedEncryptionKey = async (sql: Sql) =>
  Buffer.from(await ensureSecret(sql, 'oidcEncryption', random.token()), 'base64url');
