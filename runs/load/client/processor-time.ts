import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';

/** The CPU time that the service has used so far, in microseconds. */
export async function cpuOfService(origin: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]) * 1e6;
}

/** The same of a forked process that answers every message with it. */
export async function cpuOfChild(child: ChildProcess): Promise<number> {
  child.send('cpu');
  const [used] = await once(child, 'message');
  return used;
}
