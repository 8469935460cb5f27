import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { nodeOptions } from '../client/service.ts';

/**
 * Starts a server to compare with, in a process of its own with the options of the service. It sends its origin when it
 * listens.
 */
export async function startBare(file: string, args: string[] = []) {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    execArgv: ['--import', 'tsx', ...nodeOptions],
  });
  const [origin]: string[] = await once(child, 'message');
  return { child, origin: origin! };
}

/** Answers every message with the CPU time that this process has used. */
export function tellProcessorTime() {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send!(user + system);
  });
}
