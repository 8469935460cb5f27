import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Language, languages } from '@foyer/contract/language';
import { seconds } from '@foyer/contract/time';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { oidcLifetimes } from '../parts/oidc/lifetimes.ts';
import type { OidcClient } from '../store/oidc/oidc-clients.ts';
import { clientIdProblem, ownUriProblem, readPublicKeys, redirectUriProblem } from './client-rules.ts';
import { CommandError } from './command.ts';

/** What the options of a command say of an application; `false` takes a setting away. */
export interface ClientOptions {
  name?: string;
  nameZh?: string | false;
  nameEn?: string | false;
  redirectUri?: string[];
  postLogoutRedirectUri?: string[] | false;
  backchannelLogoutUri?: string | false;
  loginUri?: string | false;
  public?: true;
  jwks?: string;
  secret?: true;
  firstParty?: boolean;
  requirePar?: boolean;
  requireSignedRequests?: boolean;
  pkce?: 'required' | 'optional';
  claimsInIdToken?: boolean;
  refreshGrace?: number;
  machine?: boolean;
  device?: boolean;
  api?: string[] | false;
  introspect?: string[] | false;
}

const maxRefreshGrace = 60;

const collect = (value: string, before: string[] = []) => [...before, value];

/** The options of the settings that can be given to an application at any time. */
export const addClientOptions = (command: Command) =>
  command
    .option('--name <name>', 'the name that people read; the id if it is not given')
    .option('--name-zh <name>', 'its name on Chinese pages, if it is another one')
    .option('--name-en <name>', 'its name on English pages, if it is another one')
    .option('--redirect-uri <uri>', 'where people return to, matched exactly; may be repeated', collect)
    .option('--public', 'it cannot keep a secret: an application in the browser or on a phone')
    .option('--jwks <file>', 'its public keys: it proves who it is by its signature, without a secret')
    .option('--first-party', 'it is one of your own: people are not asked for consent')
    .option('--post-logout-redirect-uri <uri>', 'where people may return to after sign-out; may be repeated', collect)
    .option('--backchannel-logout-uri <uri>', 'is called when a session ends')
    .option('--login-uri <uri>', 'where it starts a sign-in: people go there when their request has ended')
    .option('--require-par', 'accept pushed authorization requests only')
    .option('--require-signed-requests', 'accept signed authorization requests only; needs --jwks')
    .addOption(
      new Option('--pkce <demand>', 'optional: a request without PKCE is accepted if it has a nonce; not with --public')
        // The option has no default: without it a change keeps what is set.
        .choices(['required', 'optional']),
    )
    .option(
      '--claims-in-id-token',
      'the ID token holds the claims of every scope, for a library that asks nowhere else',
    )
    .option(
      '--refresh-grace <seconds>',
      `a refresh token can be used again for so long, 0 to ${maxRefreshGrace}; 10 if not given`,
      graceSeconds,
    )
    .option('--machine', 'it gets tokens in its own name, without a person; needs --api, and no --redirect-uri')
    .option(
      '--device',
      'people allow it on a device without a browser by typing a code: a command line or a television',
    )
    .option(
      '--api <audience and scopes>',
      'it may call this API with these scopes: "https://api.example.com read write"; may be repeated',
      collect,
    )
    .option(
      '--introspect <client>',
      'it may ask about the access tokens of this application; may be repeated; an API by itself needs no --redirect-uri',
      collect,
    );

/** The options that take settings of an application away. */
export const addRemovals = (command: Command) =>
  command
    .option('--secret', 'it proves who it is by a secret, which is printed once')
    .option('--no-name-zh', 'the same name on Chinese pages')
    .option('--no-name-en', 'the same name on English pages')
    .option('--no-first-party', 'it is of someone else: people are asked for consent')
    .option('--no-post-logout-redirect-uri', 'people end at our own page after sign-out')
    .option('--no-backchannel-logout-uri', 'it is not called')
    .option('--no-login-uri', 'people whose request has ended go to the workspace')
    .option('--no-require-par', 'accept requests that are not pushed')
    .option('--no-require-signed-requests', 'accept requests that are not signed')
    .option('--no-machine', 'it gets no tokens in its own name')
    .option('--no-device', 'it gets no codes for people to type')
    .option('--no-api', 'it may call no API')
    .option('--no-introspect', 'it may ask about its own tokens only')
    .option('--no-claims-in-id-token', 'the ID token says who signed in and how; userinfo has the rest');

export type ClientSettings = Omit<
  OidcClient,
  'secretHash' | 'previousSecretHash' | 'previousSecretUntil' | 'createdAt'
>;

/** The settings of an application, those of `before` where no option says otherwise; throws why one cannot work. */
export async function readClient(
  id: string,
  options: ClientOptions,
  cwd: string,
  before?: OidcClient,
): Promise<ClientSettings> {
  if ([options.public, options.jwks, options.secret].filter(Boolean).length > 1)
    throw new CommandError('give either --public, --jwks or --secret');
  const authentication = options.public
    ? 'none'
    : options.jwks
      ? 'privateKey'
      : options.secret
        ? 'secret'
        : (before?.authentication ?? 'secret');
  /** An option that is given wins, and `false` is what remains without the setting. */
  const given = <Value, Without>(option: Value | false | undefined, old: Value | Without, without: Without) =>
    option === false ? without : (option ?? old);
  const settings: ClientSettings = {
    id,
    name: options.name?.trim() || (before?.name ?? id),
    names: namesIn(options, before),
    authentication,
    jwks:
      authentication !== 'privateKey' ? null : options.jwks ? await readKeys(resolve(cwd, options.jwks)) : before!.jwks,
    redirectUris: options.redirectUri ?? before?.redirectUris ?? [],
    postLogoutRedirectUris: given(options.postLogoutRedirectUri, before?.postLogoutRedirectUris ?? [], []),
    backchannelLogoutUri: given(options.backchannelLogoutUri, before?.backchannelLogoutUri ?? null, null),
    loginUri: given(options.loginUri, before?.loginUri ?? null, null),
    firstParty: options.firstParty ?? before?.firstParty ?? false,
    requirePushedRequests: options.requirePar ?? before?.requirePushedRequests ?? false,
    requireSignedRequests: options.requireSignedRequests ?? before?.requireSignedRequests ?? false,
    pkceOptional: options.pkce ? options.pkce === 'optional' : (before?.pkceOptional ?? false),
    claimsInIdToken: options.claimsInIdToken ?? before?.claimsInIdToken ?? false,
    device: options.device ?? before?.device ?? false,
    machine: options.machine ?? before?.machine ?? false,
    apiScopes: options.api ? readApis(options.api) : options.api === false ? {} : (before?.apiScopes ?? {}),
    introspects: given(options.introspect, before?.introspects ?? [], []),
    refreshGrace: options.refreshGrace ?? before?.refreshGrace ?? oidcLifetimes.refreshGrace / seconds(1),
  };
  const problem = problemOf(settings);
  if (problem) throw new CommandError(problem);
  return settings;
}

function problemOf({ id, authentication, ...settings }: ClientSettings): string | undefined {
  const isPublic = authentication === 'none';
  const { redirectUris, postLogoutRedirectUris, backchannelLogoutUri, loginUri, machine, device } = settings;
  const hasApi = Object.keys(settings.apiScopes).length > 0;
  const asks = settings.introspects.length > 0;
  if (redirectUris.length === 0 && !machine && !device && !asks) return 'give --redirect-uri: where people return to';
  if (machine && isPublic) return '--machine is not for --public: it could not prove who it is';
  if (machine && !hasApi) return '--machine needs --api: without it its tokens are good for nothing';
  if (hasApi && !machine && !settings.firstParty)
    return '--api needs --first-party or --machine: people are not asked about an API';
  if (isPublic && asks) return '--introspect is not for --public';
  if (settings.requireSignedRequests && authentication !== 'privateKey')
    return '--require-signed-requests needs --jwks';
  if (isPublic && settings.pkceOptional)
    return '--pkce optional is not for --public: without a secret nothing else protects the code';
  return (
    clientIdProblem(id) ??
    [...redirectUris, ...postLogoutRedirectUris].map((uri) => redirectUriProblem(uri, { isPublic })).find(Boolean) ??
    [backchannelLogoutUri, loginUri].map((uri) => (uri ? ownUriProblem(uri) : undefined)).find(Boolean)
  );
}

const nameOptions = { 'zh-CN': 'nameZh', 'en-US': 'nameEn' } as const satisfies Record<Language, keyof ClientOptions>;

/** The names in the languages that have one of their own. */
function namesIn(options: ClientOptions, before: OidcClient | undefined): OidcClient['names'] {
  const names = languages.flatMap((language) => {
    const option = options[nameOptions[language]];
    const name = option === false ? undefined : option?.trim() || before?.names?.[language];
    return name ? [[language, name] as const] : [];
  });
  return names.length > 0 ? Object.fromEntries(names) : null;
}

/** Each an audience and its scopes, with spaces between them. */
function readApis(given: string[]): Record<string, string[]> {
  return Object.fromEntries(
    given.map((api) => {
      const [audience = '', ...scopes] = api.trim().split(/\s+/);
      if (scopes.length === 0) throw new CommandError(`--api ${api}: name its scopes, such as "${audience} read"`);
      return [audience, scopes];
    }),
  );
}

function graceSeconds(value: string): number {
  if (!/^\d{1,2}$/.test(value) || Number(value) > maxRefreshGrace)
    throw new InvalidArgumentError(`give a number from 0 to ${maxRefreshGrace}`);
  return Number(value);
}

async function readKeys(path: string) {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new CommandError(`${path} cannot be read: give the path of a file`);
  });
  const read = readPublicKeys(text);
  if ('problem' in read) throw new CommandError(`${path}: ${read.problem}`);
  return read;
}
