import { earlyRequests } from './early.ts';
import type { ExportedConfig, PageConfig } from '@foyer/contract/pages/page-config';

/**
 * The configuration in force. The service writes it into its documents. Exported documents read it from a file, which
 * the operator may edit after the export; without that file they use what they were rendered with.
 */
export async function currentConfig(rendered: PageConfig): Promise<PageConfig> {
  if (!rendered.configFile) return rendered;
  // `origin` is not visible, so changing it causes no hydration mismatch.
  rendered.origin = location.origin;
  const config = { ...rendered, ...(await readFile(rendered.configFile)), year: new Date().getFullYear() };
  config.apiBase = config.apiBase.replace(/\/$/, '');
  // The same object if nothing has changed, so that the page is not rendered again after hydration.
  return JSON.stringify(config) === JSON.stringify(rendered) ? rendered : config;
}

async function readFile(url: string): Promise<Partial<ExportedConfig>> {
  try {
    return await (earlyRequests()?.config ??
      fetch(url).then((response) => response.json() as Promise<Partial<ExportedConfig>>));
  } catch (error) {
    console.error(`${url} cannot be read`, error);
    return {};
  }
}
