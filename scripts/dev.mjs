import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { passOn } from './dev-door.mjs';
import { freePort } from './free-port.mjs';
import { installPackages } from './packages.mjs';
import { root } from './root.mjs';

process.chdir(root);
await installPackages();
if (existsSync('.env')) process.loadEnvFile('.env');

/** One door for everything: Vite answers for the sources of the page, the service behind it for the rest. */
const door = createServer();
const port = Number(process.env.PORT || 3000);
const innerPort = await freePort();
const vite = await openVite();
const { devService } = await import('./dev-service.mjs');
const service = devService(vite, {
  ...process.env,
  PORT: `${innerPort}`,
  HOST: '127.0.0.1',
  PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${port}`,
});

const isSource = /^\/(@|src\/|node_modules\/)|^\/[\w-]+\.\w+$/;
door.on('request', (request, response) => {
  const toService = () => passOn(request, response, innerPort);
  if (isSource.test(request.url)) vite.middlewares(request, response, toService);
  else toService();
});
door.on('error', ({ code, message }) => {
  console.error(
    code === 'EADDRINUSE' ? `Port ${port} is taken: stop what listens there, or give another PORT` : message,
  );
  process.exit(1);
});

await new Promise((resolve) => door.listen(port, resolve));
await service.restart();
for (const place of service.places()) console.log(place);
restartOnSave();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);

async function openVite() {
  const { createServer: createVite } = await import('vite');
  return createVite({
    root: join(root, 'web'),
    configFile: join(root, 'web/vite.config.ts'),
    envDir: false,
    cacheDir: join(root, '.cache/vite'),
    appType: 'custom',
    logLevel: 'warn',
    server: { middlewareMode: true, hmr: { server: door } },
    optimizeDeps: { entries: ['src/main.tsx'] },
  });
}

function restartOnSave() {
  const rooms = ['contract/src', 'sandbox/src', 'server/src', 'server/migrations'].map((room) => join(root, room));
  let soon;
  vite.watcher.add(rooms);
  vite.watcher.on('all', (_, file) => {
    if (!rooms.some((room) => file.startsWith(room)) || /\.test\.tsx?$/.test(file)) return;
    clearTimeout(soon);
    // Editors and formatters save several files at once.
    soon = setTimeout(async () => {
      await service.restart();
      if (service.places().length) console.log('The service has restarted.');
    }, 100);
  });
}

async function stop() {
  await service.close();
  await vite.close();
  process.exit(0);
}
