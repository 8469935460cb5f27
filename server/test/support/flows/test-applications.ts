import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, onTestFinished } from 'vitest';
import { startServer } from '../../../../scripts/support/child-processes.mjs';
import { findAll } from '../../../../scripts/support/system-packages.mjs';
import { onFreePort } from '../servers/free-port.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { type Environment, type TestApp, databaseOf, testAppForFile } from '../test-app.ts';
import { testCli } from '../test-cli.ts';
import { codeHelpers, codeTestSettings } from './test-codes.ts';
import { navigator, newPerson, redirectOf } from './test-oidc.ts';

const root = resolve(import.meta.dirname, '../../../..');

/** The program, or undefined where it is not installed. */
export const installed = async (name: 'apache' | 'django') => (await findAll([name]))[name];

/** One service for all tests of a file, which answers at its public URL: applications of other processes call it. */
export async function listeningAppForFile(): Promise<TestApp> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const services = await testAppForFile({
    env: { ...codeTestSettings, OIDC: 'on', PUBLIC_URL: `http://localhost:${port}` },
  });
  // The first answers make a key, which takes long on a busy machine, and applications wait for five seconds only.
  await services.app.inject('/oidc/jwks');
  server.on('request', (...call) => services.app.routing(...call));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return services;
}

const textOf = (recipe: string) => readFileSync(join(root, 'docs/recipes', `${recipe}.md`), 'utf8');

/** The code of a recipe by the names of its files: each block follows a line that ends with its name, as "`server.mjs`:". */
export const filesOf = (recipe: string): [name: string, code: string][] =>
  [...textOf(recipe).matchAll(/`([\w./-]+)`[^`\n]*:\n\n```\w+\n([^]*?)^```$/gm)].map(([, name = '', code = '']) => [
    name,
    code,
  ]);

interface Machine {
  port: number;
  folder: string;
  client: RegisteredClient;
}
interface RegisteredClient {
  id: string;
  secret?: string;
}
export type Adapt = (code: string, machine: Machine) => string;

/** Adds the client of a recipe by the command that is printed there, for an application on this port. */
async function addClientOf(services: TestApp, recipe: string, port: number): Promise<RegisteredClient> {
  const [, words = ''] = /npx foyer (clients add [^]*?[^\\])\n/.exec(textOf(recipe)) ?? [];
  const { env, openDatabase } = databaseOf(services);
  const installation = { ...env, OIDC: 'on', PUBLIC_URL: services.config.publicUrl };
  const args = words
    .replaceAll('4000', String(port))
    .replace('my-app', `${recipe}-${port}`)
    .split(/[\s\\]+/);
  const { code, stdout, stderr } = await testCli({ env: installation, openDatabase })('--json', ...args);
  if (code !== 0) throw new Error(`npx foyer ${args.join(' ')}: ${stderr}`);
  return JSON.parse(stdout) as RegisteredClient;
}

interface Start {
  command: string[];
  ready: RegExp;
  /** Changes what differs on this machine. The port 4000 is changed everywhere. */
  adapt?: Adapt | undefined;
  env?: Environment;
}

/**
 * Starts the application of a recipe by this command: its files in a folder of their own, beside our packages, and its
 * client.
 */
export async function startRecipe(
  services: TestApp,
  recipe: string,
  { command, ready, adapt = (code) => code, env = {} }: Start,
) {
  const folder = temporaryFolder(onTestFinished);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return onFreePort(async (port) => {
    const client = await addClientOf(services, recipe, port);
    for (const [name, code] of filesOf(recipe)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), adapt(code.replaceAll('4000', String(port)), { port, folder, client }));
    }
    const settings = {
      ...process.env,
      ...env,
      ISSUER: services.config.publicUrl,
      CLIENT_ID: client.id,
      CLIENT_SECRET: client.secret,
      SESSION_SECRET: 'a secret of the application, for tests',
      PORT: String(port),
    };
    const stop = await startServer(command, { cwd: folder, ready, env: settings }).catch((error: unknown) => {
      throw /EADDRINUSE|Address already in use/.test(String(error)) ? new Error(`Port ${port} is taken`) : error;
    });
    onTestFinished(async () => void (await stop()));
    return { origin: `http://localhost:${port}`, folder, client };
  });
}

interface Shown {
  url: URL;
  status: number;
  text: string;
}

/** A browser at an application: keeps its cookies, and follows redirects until they lead elsewhere. */
function browserAt(origin: string) {
  const jar = new Map<string, string>();
  async function open(target: string | URL, form?: URLSearchParams): Promise<Shown> {
    const url = new URL(target, origin);
    if (url.origin !== origin) return { url, status: 0, text: '' };
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    // `fetch` would say that a script asks.
    const sent = request(url, {
      method: form ? 'POST' : 'GET',
      // A connection that is kept may be closed at the moment of the next request.
      agent: false,
      headers: {
        cookie,
        accept: 'text/html',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
    }).end(form?.toString());
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    for (const set of response.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '' || /expires=Thu, 01[ -]Jan[ -]1970|max-age=0/i.test(set)) jar.delete(name);
      else jar.set(name, value);
    }
    const body = await text(response);
    const { location } = response.headers;
    return location ? open(new URL(location, url)) : { url, status: response.statusCode ?? 0, text: body };
  }
  return { jar, open };
}

/** A person who uses an application, with their browser there and here. */
export async function personAt(services: TestApp, origin: string) {
  const person = { ...(await newPerson(services, { name: '林爱丽' })), name: '林爱丽' };
  const browser = services.browser();
  const foyer = navigator(services, browser);
  const application = browserAt(origin);
  const { sendByHandle, lastMessageTo } = codeHelpers(services);

  /** Opens a place of the application, which sends the browser here, and does there what the page asks for. */
  async function openThrough(start: string, proveAt: (redirectUrl: string) => Promise<unknown>) {
    const { url: requested, status, text: answered } = await application.open(start);
    if (requested.origin !== services.config.publicUrl)
      throw new Error(`${start} is answered with ${status}: ${answered}`);
    const redirectUrl = redirectOf(await foyer.open(requested));
    await proveAt(redirectUrl);
    const { url, response } = await foyer.open(redirectUrl);
    const form = response && formIn(response.body);
    return { requested, shown: await (form ? application.open(form.action, form.fields) : application.open(url)) };
  }

  return {
    ...person,
    ...application,
    foyer,
    signIn: (start: string) =>
      openThrough(start, (redirectUrl) => browser.signIn(person.mobile, person.password, { redirectUrl })),
    stepUp: (start: string) =>
      openThrough(start, async (redirectUrl) => {
        const { data } = await browser.post('/sender/startLoginDoubleCheck', { redirectUrl });
        const sent = await sendByHandle(browser, data['preServiceId'], 'LOGIN_DOUBLE_CHECK');
        const credentials = lastMessageTo(person.mobile)?.code;
        await browser.post('/sender/verifyLoginDoubleCheck', { ...sent.data, credentials, redirectUrl });
      }),
  };
}

/** A form that sends itself, as with `response_mode=form_post`. */
function formIn(html: string) {
  const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1];
  if (action === undefined) return undefined;
  const inputs = [...html.matchAll(/<input[^>]* name="([^"]+)" value="([^"]*)"/g)];
  const values = inputs.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]);
  return { action, fields: new URLSearchParams(values) };
}
