import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian's Chromium without a user interface: the same engine, but it opens pages three times as fast. */
export const headlessShell = 'chromium-headless-shell';
const programs = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macApps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The path of the installed Chromium. `CHROMIUM_PATH` overrides it. */
export function findChromium() {
  return process.env.CHROMIUM_PATH || findProgram(...programs) || macApps.find((path) => existsSync(path));
}

/**
 * The path of the first of these programs that is installed.
 * @param {string[]} names
 */
export function findProgram(...names) {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), '/usr/bin', '/usr/sbin'];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}
