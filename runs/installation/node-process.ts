import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../scripts/support/free-port.mjs';
import { root } from '../../scripts/support/root.mjs';

/** A node that is not ready after this time, in milliseconds, will never be, also on a busy machine. */
const patience = 120_000;

export type NodeProcess = Awaited<ReturnType<typeof createNode>>;

interface Start {
  stdout?: number | 'pipe';
  command?: readonly string[];
  /** The folder with `dist`. */
  build?: string;
}
interface Readiness {
  ready: boolean;
  degraded?: boolean;
  database?: string;
}

/**
 * A built node, which can be ended and started again on its port. Its log is kept in a file, or ignored but for its errors.
 * It is asked whether it is ready on its management port, if the settings name one.
 */
export async function createNode(settings: NodeJS.ProcessEnv, logFile?: string) {
  const port = Number(settings.PORT ?? (await freePort()));
  const readyUrl = `http://127.0.0.1:${settings.MANAGEMENT_PORT ?? port}/readyz`;
  const log = logFile === undefined ? undefined : openSync(logFile, 'w');
  const logName = logFile ?? 'its errors';
  let child: ChildProcess | undefined;

  const node = {
    port,
    origin: `http://127.0.0.1:${port}`,
    logFile,
    /** Starts the node and waits until it is ready. `extra` are settings of this start alone, `build` the folder with `dist`. */
    async start(
      extra: Record<string, string> = {},
      { stdout = log, command = [process.execPath], build = root }: Start = {},
    ) {
      const [program, ...args] = [...command, 'dist/server/main.mjs'];
      const env = { ...settings, PORT: `${port}`, ...extra };
      const started = spawn(program, args, {
        cwd: build,
        env,
        stdio: ['ignore', stdout ?? 'ignore', log ?? 'inherit'],
      });
      child = started;
      const kill = () => started.kill('SIGKILL');
      process.on('exit', kill);
      started.on('exit', () => process.off('exit', kill));
      await node.untilReady();
      return started;
    },
    /** Ends the node without a chance to finish anything. */
    kill: () => end('SIGKILL'),
    /** Lets the node finish its requests. Returns its exit code. */
    stop: () => end('SIGTERM'),
    /** Runs a command of the operator, with the settings of this node. */
    command: (args: readonly string[]) =>
      promisify(execFile)(process.execPath, ['dist/server/foyer.mjs', ...args], { env: settings }),
    isRunning: () => child !== undefined && child.exitCode === null && child.signalCode === null,
    /** What `/readyz` answers; undefined without an answer. */
    async readiness(): Promise<Readiness | undefined> {
      const response = await fetch(readyUrl, { signal: AbortSignal.timeout(patience) }).catch(() => undefined);
      return response && JSON.parse(await response.text());
    },
    async untilReady() {
      const giveUpAt = performance.now() + patience;
      while (performance.now() < giveUpAt) {
        const readiness = await node.readiness();
        if (readiness?.ready && !readiness.degraded) return;
        if (!node.isRunning()) throw new Error(`a node has ended by itself: see ${logName}`);
        await pause(50);
      }
      throw new Error(`a node is not ready after ${patience / 1000} s: see ${logName}`);
    },
  };
  return node;

  async function end(signal: NodeJS.Signals) {
    if (!child || !node.isRunning()) return undefined;
    const closed = once(child, 'exit');
    child.kill(signal);
    const [code] = await closed;
    return code;
  }
}
