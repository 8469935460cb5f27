import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startServer } from '../../scripts/child-processes.mjs';

/**
 * nginx with the sample of `deploy/nginx`. It differs in one point: a client names its own address, so that one machine
 * can play many people. Returns a function that stops it.
 * @param {string} program @param {{ folder: string, log: string, port: number, nodePorts: readonly number[] }} options
 */
export async function startLoadBalancer(program, { folder, log, port, nodePorts }) {
  mkdirSync(folder);
  await makeCertificate(folder);
  const sample = readFileSync('deploy/nginx/foyer.conf', 'utf8')
    .replaceAll('/etc/nginx/tls', folder)
    .replace('access_log /var/log/nginx/foyer.log foyer', 'access_log off')
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace(/server \{\s+listen 80;[^}]*\}/, '')
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('X-Forwarded-For $remote_addr', 'X-Forwarded-For $http_x_client_address')
    .replace(/server foyer-(\d):3000/g, (_, number) => `server 127.0.0.1:${nodePorts[number - 1]}`);
  const temporaryPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const configuration = join(folder, 'nginx.conf');
  writeFileSync(
    configuration,
    `${process.getuid() === 0 ? 'user root;' : ''}
    worker_processes 1;
    daemon off;
    error_log stderr notice;
    error_log ${log} notice;
    pid ${folder}/nginx.pid;
    events {}
    http { ${temporaryPaths.join('\n')} ${sample} }`,
  );
  return startServer([program, '-p', folder, '-c', configuration], { ready: /start worker process/ });
}

async function makeCertificate(folder) {
  const options = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost';
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
  await promisify(execFile)('openssl', ['req', ...options.split(' '), ...files]);
}
