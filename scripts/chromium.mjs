import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Chromium without a window opens pages three times as fast as the one with; both are the same engine. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const onMacs = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The browser of this machine; `CHROMIUM_PATH` names another. */
export function findChromium() {
  return process.env.CHROMIUM_PATH || findProgram(...names) || onMacs.find((path) => existsSync(path));
}

export function findProgram(...wanted) {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), '/usr/bin', '/usr/sbin'];
  return wanted.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}
