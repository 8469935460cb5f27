import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { newDatabase } from './databases.ts';
import { freePort } from './service.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Starts an example and its Foyer by the command of its README. */
export async function startExample(name: string) {
  const database = await newDatabase();
  const [port, examplePort] = [await freePort(), await freePort()];
  const child = spawn('npm', ['run', '--silent', 'example', name], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: `${port}`,
      EXAMPLE_PORT: `${examplePort}`,
      ...database,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that the signal reaches npm and the script, as Ctrl-C does.
    detached: true,
  });
  const ended = once(child, 'close');
  const kill = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGINT');
  };
  process.on('exit', kill);
  let printed = '';
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        if (printed.includes(`http://localhost:${examplePort}/`)) resolve();
      });
  });
  await Promise.race([ready, ended]);
  if (child.exitCode !== null) throw new Error(`The example ${name} did not start:\n${printed}`);
  return {
    origin: `http://localhost:${examplePort}`,
    foyer: `http://localhost:${port}`,
    async stop() {
      kill();
      await ended;
      process.off('exit', kill);
    },
  };
}
