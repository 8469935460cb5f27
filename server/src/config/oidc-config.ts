import type { Config } from './config.ts';
import type { Values } from './read-settings.ts';

interface Surroundings {
  sandbox: boolean;
  production: boolean;
}

/** The OpenID provider. In production its signing keys are never stored beside the key that encrypts them. */
export function readOidcConfig(
  { OIDC, OIDC_ENCRYPTION_SECRETS: encryptionKeys }: Values,
  { sandbox, production }: Surroundings,
  problems: string[],
): Config['oidc'] {
  if (OIDC && production && encryptionKeys.length === 0)
    problems.push(
      'OIDC is "on": give OIDC_ENCRYPTION_SECRETS as well, one key as openssl rand -base64 32 prints it; keep it, because without it the signing keys are lost',
    );
  return { enabled: OIDC ?? sandbox, encryptionKeys };
}
