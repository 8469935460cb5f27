import { mkdirSync, readFileSync } from 'node:fs';
import { makeCertificate, startNginx } from '../../scripts/support/nginx.mjs';

/**
 * nginx with the sample of `deploy/nginx`. It differs in one point: a client names its own address, so that one machine
 * can play many people. Returns a function that stops it.
 */
export async function startLoadBalancer(
  program: string,
  { folder, log, port, nodePorts }: { folder: string; log: string; port: number; nodePorts: readonly number[] },
) {
  mkdirSync(folder);
  await makeCertificate(folder);
  const sample = readFileSync('deploy/nginx/foyer.conf', 'utf8')
    .replaceAll('/etc/nginx/tls', folder)
    .replace('access_log /var/log/nginx/access.log foyer', 'access_log off')
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace(/server \{\s+listen 80;[^}]*\}/, '')
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('X-Forwarded-For $remote_addr', 'X-Forwarded-For $http_x_client_address')
    .replace(/server foyer-(\d):3000/g, (_, number) => `server 127.0.0.1:${nodePorts[Number(number) - 1]}`);
  return startNginx(program, folder, `error_log ${log} notice;\n${sample}`);
}
