import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as openid from 'openid-client';
import { expect, onTestFinished, test } from 'vitest';
import { onFreePort } from '../support/servers/free-port.ts';
import { type Environment, createTestApp, newTestDatabase } from '../support/test-app.ts';
import { addClient, exchange, newPerson, requestFor, secretOf } from '../support/flows/test-oidc.ts';
import { sha256Hex } from '../../src/platform/sha256.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const publicUrl = 'http://localhost:3000';

interface Node {
  origin: string;
  kill(): Promise<void>;
}

/** The built service, which `npm test` builds before it runs these tests. */
const startNode = (env: Environment): Promise<Node> =>
  onFreePort(async (port) => {
    const child: ChildProcess = spawn(process.execPath, ['dist/server/main.mjs'], {
      cwd: root,
      env: { PATH: process.env['PATH'], ...env, PORT: `${port}`, PUBLIC_URL: publicUrl, SANDBOX: 'off', OIDC: 'on' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let problems = '';
    child.stderr!.on('data', (text) => (problems += String(text)));
    const kill = async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    };
    onTestFinished(kill);
    let isOpen = false;
    for await (const line of createInterface(child.stdout!)) if ((isOpen = line.includes('"event":"open"'))) break;
    if (!isOpen) throw new Error(`The node has ended: ${problems}`);
    // The log goes on.
    child.stdout!.resume();
    return { origin: `http://127.0.0.1:${port}`, kill };
  });

/** A browser that the load balancer sends to one node after the other. It has cookies of one sign-in. */
function browser() {
  const jar = new Map<string, string>();
  return async ({ origin }: Node, url: string, body?: object) => {
    const { pathname, search } = new URL(url, publicUrl);
    const response = await fetch(`${origin}${pathname}${search}`, {
      redirect: 'manual',
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body && { 'content-type': 'application/json', origin: publicUrl }),
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value) jar.set(name, value);
    }
    return response;
  };
}

test.runIf(process.env['TEST_DATABASE_URL'])(
  'an application learns who signed in although each node is killed after its part of the sign-in',
  async () => {
    const { env, clear } = await newTestDatabase();
    onTestFinished(clear);
    const services = await createTestApp({ env: { ...env, SANDBOX: 'off', OIDC: 'on' } });
    await addClient(services, { id: 'contracts' });
    const { mobile, password, ouid } = await newPerson(services);
    await services.close();

    const visit = browser();
    const begun = await startNode(env);
    const clientAt = ({ origin }: Node) =>
      openid.discovery(new URL(publicUrl), 'contracts', undefined, openid.ClientSecretPost(secretOf('contracts')), {
        execute: [openid.allowInsecureRequests],
        [openid.customFetch]: (url, options) => fetch(url.replace(publicUrl, origin), options as RequestInit),
      });
    const request = await requestFor(await clientAt(begun));
    const interaction = String((await visit(begun, request.url.href)).headers.get('location'));
    expect(interaction).toContain('/oidc/interaction/');
    await begun.kill();

    const signedIn = await startNode(env);
    await visit(signedIn, '/api/login/commit/user', {
      principal: mobile,
      credentials: sha256Hex(password),
      loginParams: { endpoint: 'PC', env: { fingerprint: '' } },
    });
    const resumed = String((await visit(signedIn, interaction)).headers.get('location'));
    const callback = String((await visit(signedIn, resumed)).headers.get('location'));
    expect(callback).toContain('code=');
    await signedIn.kill();

    const last = await startNode(env);
    const client = await clientAt(last);
    const tokens = await exchange(client, callback, request);
    const refreshed = await openid.refreshTokenGrant(client, tokens.refresh_token!);
    expect(await openid.fetchUserInfo(client, refreshed.access_token, ouid)).toMatchObject({ sub: ouid });
  },
);
