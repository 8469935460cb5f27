import type { PageConfig } from '@foyer/contract/pages/page-config';
import type { Config } from './config.ts';
import type { Values } from './read-settings.ts';
import type { EnvironmentUrl } from './setting-values.ts';

/** Where the service serves the page that runs a chat script. */
export const chatBridgePath = '/chat/bridge';

interface ContentConfig {
  chatScript: Config['chatScript'];
  /** What the page knows of it. */
  page: Pick<PageConfig, 'chat' | 'helpBase' | 'bannerOrigins'>;
}

/** Where banner pictures, help articles and the chat come from. */
export function readContentConfig(
  values: Values,
  environment: PageConfig['environment'],
  sandbox: boolean,
): ContentConfig {
  const urlFor = (urls: EnvironmentUrl[]) =>
    urls.find((one) => one.environment === environment || one.environment === undefined)?.url;
  const chatPage = urlFor(values.CHAT_URL);
  const scriptUrl = chatPage ? undefined : urlFor(values.CHAT_SCRIPT_URL);
  const chat = chatPage ?? (scriptUrl ? chatBridgePath : sandbox ? '/sandbox/chat' : undefined);
  const helpBase = urlFor(values.HELP_BASE_URL)?.replace(/\/$/, '');
  return {
    chatScript: scriptUrl ? { url: scriptUrl, setup: values.CHAT_SCRIPT_SETUP } : undefined,
    page: { bannerOrigins: values.BANNER_ORIGINS, ...(chat && { chat }), ...(helpBase && { helpBase }) },
  };
}
