import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfStale } from './support/build-if-stale.mjs';
import { installPackages } from './support/npm-packages.mjs';
import { root } from './support/root.mjs';

process.chdir(root);
await installPackages();
await buildIfStale();

const folder = join(root, 'screens');
rmSync(folder, { recursive: true, force: true });
const command = ['test', '--config=e2e/pictures', ...process.argv.slice(2)];
const { status } = spawnSync(join(root, 'node_modules/.bin/playwright'), command, { stdio: 'inherit' });

const names = readdirSync(folder).toSorted();
const picture = (name, file) =>
  `<figure><img src="${name}/${file}"><figcaption>${file.slice(0, -4)}</figcaption></figure>`;
const screen = (name) =>
  `<h2 id="${name}">${name}</h2><div>${readdirSync(join(folder, name))
    .toSorted()
    .map((file) => picture(name, file))
    .join('')}</div>`;
const style =
  'body{font:14px sans-serif;background:#ddd}div{display:flex;flex-wrap:wrap;gap:12px;align-items:start}figure{margin:0}img{height:420px;max-width:100%;display:block;background:#fff}';
writeFileSync(
  join(folder, 'index.html'),
  `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${names.map(screen).join('\n')}\n`,
);
console.log('Open screens/index.html');
process.exit(status ?? 1);
