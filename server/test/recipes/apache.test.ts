import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import {
  type Adapt,
  installed,
  listeningAppForFile,
  personAt,
  startRecipe,
} from '../support/flows/test-applications.ts';

/* Apache with the configuration of docs/recipes/apache.md, before an application that knows nothing of sign-ins. */

const apache = await installed('apache');
const modules = '/usr/lib/apache2/modules';
const services = await listeningAppForFile();

/** What a distribution has around the configuration of a site. */
const around = (conf: string, { port, folder }: Parameters<Adapt>[1]) => `
  ${['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'headers', 'proxy', 'proxy_http', 'auth_openidc'].map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`).join('\n')}
  ServerRoot ${folder}
  ServerName localhost
  Listen 127.0.0.1:${port}
  PidFile ${folder}/apache.pid
  User www-data
  Group www-data
  LogLevel info
  ErrorLog /dev/stderr
  ${conf}`;

/** Shows the headers that it gets. */
async function startApplication() {
  const server = createServer(({ headers }, response) => response.end(JSON.stringify(headers)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test.skipIf(!apache)('Apache signs a person in, asks for two factors, and signs them out', async () => {
  const behind = await startApplication();
  const { origin } = await startRecipe(services, 'apache', {
    // Apache opens the file of its errors, which can be a pipe and no socket.
    command: ['sh', '-c', `${apache} -DFOREGROUND -d . -f etc/apache2/conf-enabled/foyer.conf 2>&1 | cat`],
    ready: /resuming normal operations/,
    adapt: (conf, machine) => around(conf.replaceAll('127.0.0.1:8080', `127.0.0.1:${behind}`), machine),
  });
  const person = await personAt(services, origin);
  const { requested, shown } = await person.signIn('/contracts?year=2026');
  expect(requested.searchParams.get('code_challenge_method')).toBe('S256');
  expect(shown.url.href).toBe(`${origin}/contracts?year=2026`);
  expect(JSON.parse(shown.text)).toMatchObject({
    'x-foyer-sub': person.ouid,
    'x-foyer-name': Buffer.from(person.name).toString('latin1'),
    'x-foyer-phone_number': `+86${person.mobile}`,
    'x-foyer-acr': 'urn:foyer:one-factor',
  });

  const signing = await person.stepUp('/sign');
  expect(JSON.parse(signing.shown.text)).toMatchObject({ 'x-foyer-acr': 'urn:foyer:two-factors' });

  const signOut = await person.open(`/oidc-callback?logout=${encodeURIComponent(`${origin}/`)}`);
  expect((await person.foyer.open(signOut.url)).url.href).toBe(`${origin}/`);
  expect((await person.open('/contracts')).url.origin).toBe(services.config.publicUrl);
});
