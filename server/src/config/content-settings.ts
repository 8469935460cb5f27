import { optional, withDefault } from './define-setting.ts';
import * as parse from './setting-values.ts';

/** Where banner pictures, help articles and the chat come from. */
export const contentSettings = {
  CHAT_URL: withDefault(
    'URL of the chat page, shown in a frame; for several environments as prod=https://…, separated by commas. Default: the sandbox.',
    parse.listOf(parse.environmentUrl),
    '',
  ),
  CHAT_SCRIPT_URL: withDefault(
    "URL of a vendor's chat script, which runs in a frame without an origin; as for CHAT_URL, which goes before it.",
    parse.listOf(parse.environmentUrl),
    '',
  ),
  CHAT_SCRIPT_SETUP: withDefault(
    'Function of that script, such as vendor.setup, that is called with uuid, name, email, mobile and language.',
    parse.functionName,
    'chatSetup',
  ),
  HELP_BASE_URL: withDefault(
    'Base URL of the calls for help articles, for several environments as for CHAT_URL. Default: API_BASE.',
    parse.listOf(parse.environmentUrl),
    '',
  ),
  BANNER_ORIGINS: withDefault(
    'https origins, such as a CDN, that banners may show pictures from, separated by commas. Default: only our own.',
    parse.listOf(parse.httpsOrigin),
    '',
  ),
  CMS_URL: optional(
    'URL of a JSON file with banners and articles, read every five minutes. Default: imported content, else the default content.',
    parse.baseUrl,
  ),
};
