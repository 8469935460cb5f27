import { languages } from '@foyer/contract/language';
import { type ScanApp, scanApps, specifiedApps } from '@foyer/contract/apps/scan-apps';
import type { ExportedConfig } from '@foyer/contract/pages/page-config';
import * as v from 'valibot';
import { type BrandFile, brandPath } from '../../config/brand-config.ts';
import { readConfig } from '../../config/read-config.ts';
import * as parse from '../../config/setting-values.ts';
import { CommandError, type CommandContext } from '../command.ts';

const methodsButApps = ['code', 'register', 'retrieve', 'sso', 'wecom'] as const;
/** Passkeys and other apps are not part of the specification: they are offered only if the operator names them. */
const signInMethods = [...methodsButApps, ...scanApps, 'passkey'] as const;
export const allMethods = [...methodsButApps, ...specifiedApps].join(',');

export const methods: parse.Parse<ExportedConfig['methods']> = (value) => {
  const chosen = [...new Set(parse.listOf(parse.oneOf(...signInMethods))(value))];
  const has = (name: (typeof signInMethods)[number]) => chosen.includes(name);
  return {
    code: has('code'),
    register: has('register'),
    retrieve: has('retrieve'),
    scan: chosen.filter(isScanApp),
    sso: has('sso'),
    wecom: has('wecom'),
    passkey: has('passkey'),
    onPhone: false,
  };
};

const isScanApp = (name: string): name is ScanApp => scanApps.some((app) => app === name);

/** A path of the page's own origin, or a URL, without a slash at its end. */
export const apiBase: parse.Parse<string> = (value) => {
  try {
    return value.startsWith('/') ? parse.path(value.replace(/\/$/, '')) : parse.baseUrl(value);
  } catch {
    throw new parse.InvalidValue('give a path such as /api or a URL such as https://accounts.example.com/api');
  }
};

/** The configuration of the page, and the pictures that it names. */
export interface Exported {
  config: ExportedConfig;
  brandFiles: readonly BrandFile[];
}

/** What the settings of the service say about the page. They name no back end, so every method is offered. */
export function configFromSettings(env: CommandContext['env']): Exported {
  const forExport = {
    SANDBOX: 'off',
    ENVIRONMENT: env['ENVIRONMENT'] ?? 'prod',
    // What production requires of the service says nothing about the page.
    NODE_ENV: 'development',
    PUBLIC_URL: 'https://localhost',
    SMS_GATEWAY: 'none',
    OIDC: 'off',
  };
  const { page, brandFiles } = readConfig({ ...env, ...forExport });
  const { origin: _, phone: __, chat, ...ofService } = page;
  const config = {
    ...ofService,
    // The page that runs a chat script is part of the service.
    ...(chat?.startsWith('https:') && { chat }),
    // `/` of the exported page leads to sign-in.
    homeOnPhones: env['WORKSPACE_URL_PHONES'] || ofService.home,
    eventsUrl: env['EVENTS_URL'] ?? '',
    methods: methods(allMethods),
  };
  return { config, brandFiles };
}

const text = v.pipe(v.string(), v.nonEmpty());
const inEachLanguage = v.strictObject(v.entriesFromList(languages, text));
const setting = (parser: parse.Parse<string>) =>
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      try {
        return parser(dataset.value);
      } catch (error) {
        addIssue({ message: (error as Error).message });
        return NEVER;
      }
    }),
  );

const colour = setting(parse.colour);
const ofTheme = v.strictObject({ accent: colour, hover: colour, text: colour, soft: colour });
/** A file beside the configuration. */
const picture = v.pipe(v.string(), v.startsWith(brandPath), v.regex(/^(?!.*\.\.)[\w./-]+\.(svg|ico)$/));
const themedPicture = v.strictObject({ light: picture, dark: v.exactOptional(picture) });
const look = v.strictObject({
  colours: v.exactOptional(v.strictObject({ light: ofTheme, dark: ofTheme })),
  logo: v.exactOptional(themedPicture),
  hero: v.exactOptional(themedPicture),
  icons: v.exactOptional(v.array(picture)),
});

const schema = v.strictObject({
  brand: inEachLanguage,
  look: v.exactOptional(look),
  company: inEachLanguage,
  officialSite: setting(parse.httpsUrl),
  filings: v.strictObject({ icp: v.exactOptional(text), psb: v.exactOptional(text) }),
  support: setting(parse.email),
  productCode: setting(parse.productCode),
  environment: v.picklist(parse.environments),
  apiBase: setting(apiBase),
  helpBase: v.exactOptional(setting(parse.baseUrl)),
  home: setting(parse.pathOrUrl),
  homeOnPhones: setting(parse.pathOrUrl),
  allowedRedirects: v.array(setting(parse.origin)),
  bannerOrigins: v.array(setting(parse.httpsOrigin)),
  chat: v.exactOptional(setting(parse.httpsUrl)),
  eventsUrl: v.union([v.literal(''), setting(parse.pathOrUrl)]),
  methods: v.strictObject({
    code: v.boolean(),
    register: v.boolean(),
    retrieve: v.boolean(),
    scan: v.pipe(
      v.array(v.picklist(scanApps)),
      v.transform((apps) => [...new Set(apps)]),
    ),
    sso: v.boolean(),
    wecom: v.boolean(),
    // A file of an earlier version does not have it.
    passkey: v.optional(v.boolean(), false),
    onPhone: v.optional(v.literal(false), false),
  }),
});

/** Reads the configuration file of an earlier export, with the changes that the operator made to it. */
export function readExportedConfig(json: string, path: string): ExportedConfig {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), json);
  if (read.success) return read.output;
  const problems = read.issues.map((issue) => `${path}: ${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`);
  throw new CommandError(problems.join('\n'));
}
