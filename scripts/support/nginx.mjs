import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startServer } from './child-processes.mjs';

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/**
 * Writes what a distribution of nginx has around the `http` block, with every path inside one folder. Returns the file.
 * @param {string} folder
 * @param {string} http
 */
export function writeNginxConf(folder, http) {
  const file = join(folder, 'nginx.conf');
  const conf = `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    worker_processes 1;
    daemon off;
    error_log stderr notice;
    pid ${folder}/nginx.pid;
    events {}
    http {
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
      ${http}
    }`;
  writeFileSync(file, conf);
  return file;
}

/**
 * Starts nginx with this `http` block. Returns a function that stops it.
 * @param {string} program
 * @param {string} folder
 * @param {string} http
 */
export const startNginx = (program, folder, http) =>
  startServer([program, '-p', folder, '-c', writeNginxConf(folder, http)], { ready: /start worker process/ });

/**
 * A certificate for localhost, for two days: `cert.pem` and `key.pem` in the folder.
 * @param {string} folder
 */
export async function makeCertificate(folder) {
  const options = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost';
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
  await promisify(execFile)('openssl', ['req', ...options.split(' '), ...files]);
}
