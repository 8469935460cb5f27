import type { ExportedConfig } from '@foyer/contract/pages/page-config';
import type { Early } from '../platform/early.ts';
import { askForQr } from './ask-for-qr.ts';

/** The first script of an exported document: the file with the configuration in force says whom to ask, and for what. */
async function start(early: Early, url: string) {
  early.config = fetch(url).then((response) => response.json() as Promise<ExportedConfig>);
  const { apiBase = '', methods = { scan: [] } } = await early.config;
  const base = apiBase.replace(/\/$/, '');
  early.qr = Object.fromEntries(methods.scan.map((app) => [app, `${base}${early.qr[app]}`]));
  if (methods.scan.length > 0) await askForQr(early);
}

start(window.early!, window.early!.configFile!).catch(() => {});
