import { join } from 'node:path';
import { bootstrap } from './support/bootstrap.mjs';
import { exitOnSignals, runCommand, startServer } from './support/child-processes.mjs';
import { root } from './support/root.mjs';

/** The applications in `examples` that are clients of the OpenID provider, with the options of `foyer clients add`. */
const examples = {
  'node-backend': { port: 4000, optionsFor: (origin) => ['--redirect-uri', `${origin}/callback`] },
  'react-spa': { port: 5173, optionsFor: (origin) => ['--redirect-uri', `${origin}/`, '--public'] },
};

const [name] = process.argv.slice(2);
// These start by themselves what they need, behind nginx, and run until a signal ends them.
const ownStarts = ['forward-auth', 'own-back-end'];
if (ownStarts.includes(name)) {
  await import(`../examples/${name}/start.mjs`);
  await new Promise(() => {});
}
const example = examples[name];
if (!example) fail(`Give the name of an example: ${[...Object.keys(examples), ...ownStarts].join(', ')}`);

await bootstrap();
const ignoreSignals = exitOnSignals();
const stops = [];
let stopping;
const port = process.env.EXAMPLE_PORT || example.port;
const origin = `http://localhost:${port}`;
const client = await addClient();
const isRunning = await fetch(`${client.issuer}/readyz`).then(
  ({ ok }) => ok,
  () => false,
);
if (!isRunning) await start([process.execPath, 'scripts/start.mjs'], { ready: /^Sign in /m });
await start(['npm', 'start'], {
  cwd: join(root, 'examples', name),
  ready: new RegExp(`localhost:${port}`),
  env: {
    NO_COLOR: '1',
    PORT: String(port),
    ISSUER: client.issuer,
    CLIENT_ID: client.id,
    ...(client.secret && { CLIENT_SECRET: client.secret }),
  },
});
ignoreSignals();
// npm passes on what the terminal has sent as well: a second signal must not end this process before the others have ended.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => (stopping ??= stop()));
console.log(`Foyer    ${client.issuer}/sandbox\nExample  ${origin}/\nCtrl-C stops both.`);

/** Its settings, with a secret if it has one: that of an earlier run is not stored, so it is removed and added again. */
async function addClient() {
  const id = `example-${name}`;
  const options = [...example.optionsFor(origin), '--post-logout-redirect-uri', `${origin}/`, '--first-party'];
  const added = await run('clients', 'add', id, ...options);
  if (!/ exists: /.test(added.error)) return orFail(added);
  orFail(await run('clients', 'remove', id));
  return orFail(await run('clients', 'add', id, ...options));
}

/** What a command of Foyer prints, with `error` if it failed. */
async function run(...args) {
  const { code, output } = await runCommand([process.execPath, 'scripts/foyer.mjs', '--json', ...args]);
  const result = JSON.parse(/^\{.*\}$/m.exec(output)?.[0] ?? '{}');
  return code === 0 ? result : { error: output.trim(), ...result };
}

function orFail(result) {
  return result.error ? fail(`${result.error}\nIf Foyer is running, stop it and run this command again.`) : result;
}

async function start(command, options) {
  stops.push(await startServer(command, options).catch(({ message }) => fail(message)));
}

/** Foyer closes its database before it ends. */
async function stop() {
  await Promise.all(stops.map((end) => end()));
  process.exit(0);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
