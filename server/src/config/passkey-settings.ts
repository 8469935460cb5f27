import { optional, withDefault } from './define-setting.ts';
import * as parse from './setting-values.ts';

export const passkeySettings = {
  PASSKEY_RP_ID: optional(
    'Domain that passkeys belong to: the host of PUBLIC_URL or a parent domain of it. Default: the host. A change makes all existing passkeys useless.',
    parse.domain,
  ),
  PASSKEY_ORIGINS: withDefault(
    'Further origins whose pages may use the same passkeys, separated by commas; /.well-known/webauthn lists them for browsers.',
    parse.listOf(parse.httpsOrigin),
    '',
  ),
} as const;
