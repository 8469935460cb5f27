import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { proxyRequest } from './dev-proxy.mjs';
import { freePort } from './support/free-port.mjs';
import { installPackages } from './support/npm-packages.mjs';
import { root } from './support/root.mjs';

process.chdir(root);
await installPackages();
if (existsSync('.env')) process.loadEnvFile('.env');

/** Vite answers requests for the sources of the page, the service behind it all others. */
const server = createServer();
const port = Number(process.env.PORT || 3000);
const servicePort = await freePort();
const vite = await startVite();
const { devService } = await import('./dev-service.mjs');
const service = devService(vite, {
  ...process.env,
  PORT: `${servicePort}`,
  HOST: '127.0.0.1',
  PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${port}`,
});

const isSource = /^\/(@|src\/|node_modules\/)|^\/[\w-]+\.\w+$/;
server.on('request', (request, response) => {
  const forward = () => proxyRequest(request, response, servicePort);
  if (isSource.test(request.url)) vite.middlewares(request, response, forward);
  else forward();
});
server.on('error', (/** @type {NodeJS.ErrnoException} */ { code, message }) => {
  console.error(
    code === 'EADDRINUSE'
      ? `Port ${port} is in use: stop the process that listens there, or set another PORT`
      : message,
  );
  process.exit(1);
});

await once(server.listen(port), 'listening');
await service.restart();
for (const message of service.startupMessages()) console.log(message);
restartOnSave();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);

async function startVite() {
  const { createServer: createVite } = await import('vite');
  return createVite({
    root: join(root, 'web'),
    configFile: join(root, 'web/vite.config.ts'),
    envDir: false,
    cacheDir: join(root, '.cache/vite'),
    appType: 'custom',
    logLevel: 'warn',
    server: { middlewareMode: true, hmr: { server } },
    optimizeDeps: { entries: ['src/main.tsx'] },
  });
}

function restartOnSave() {
  const folders = ['contract/src', 'sandbox/src', 'server/src', 'server/migrations'].map((folder) =>
    join(root, folder),
  );
  let timer;
  vite.watcher.add(folders);
  vite.watcher.on('all', (_, file) => {
    if (!folders.some((folder) => file.startsWith(folder)) || /\.test\.tsx?$/.test(file)) return;
    clearTimeout(timer);
    // Editors and formatters save several files at once: restart once for all of them.
    timer = setTimeout(async () => {
      await service.restart();
      if (service.isOpen()) console.log('The service has restarted.');
    }, 100);
  });
}

async function stop() {
  await service.close();
  await vite.close();
  process.exit(0);
}
