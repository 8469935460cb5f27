import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartupError } from '../platform/startup-error.ts';

/** Another process uses the folder. */
export class FolderInUse extends StartupError {
  constructor(folder: string, holder: number) {
    super(`${folder} is in use by process ${holder}: stop that one first, or give this one another DATA_DIR`);
  }
}

const heldLocks = new Set<string>();

/** Locks a folder for this process and returns the function that unlocks it. The lock of a dead process is taken over. */
export function lockFolder(folder: string): () => void {
  try {
    // Only the user of the service may look into it; its parents may hold what others need.
    makeFolder(folder, 0o700);
    return lock(folder, join(folder, 'lock'));
  } catch (error) {
    if (error instanceof FolderInUse || !(error instanceof Error && 'code' in error)) throw error;
    throw new StartupError(`DATA_DIR is "${folder}": give a folder that can be written (${String(error.code)})`);
  }
}

/** One level at a time: with `recursive`, Node.js hangs in file systems such as /proc that deny the creation. */
function makeFolder(folder: string, mode = 0o777) {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!existsSync(folder)) throw error;
  }
}

function lock(folder: string, path: string): () => void {
  if (!create(path)) {
    const holder = readHolder(path);
    if (holder && isAlive(path, holder)) throw new FolderInUse(folder, holder.pid);
    takeOver(folder, path);
  }
  heldLocks.add(path);
  return () => {
    if (heldLocks.delete(path)) rmSync(path, { force: true });
  };
}

interface Holder {
  pid: number;
  startedAt: string;
}

function create(path: string): boolean {
  try {
    writeFileSync(path, `${process.pid} ${processStartTime(process.pid)}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function takeOver(folder: string, path: string) {
  // Renamed, not removed: if two processes take over at once, the second sees that it moved a valid lock and restores it.
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    // The other process was faster.
  }
  const holder = readHolder(aside);
  if (holder && isAlive(path, holder)) linkSync(aside, path);
  rmSync(aside, { force: true });
  if (!create(path)) throw new FolderInUse(folder, readHolder(path)?.pid ?? 0);
}

function readHolder(path: string): Holder | undefined {
  try {
    const [pid = '', startedAt = ''] = readFileSync(path, 'utf8').trim().split(' ');
    return /^\d+$/.test(pid) ? { pid: Number(pid), startedAt } : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(path: string, { pid, startedAt }: Holder): boolean {
  // In a container the same process id is reused after every crash.
  if (pid === process.pid) return heldLocks.has(path);
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return processStartTime(pid) === startedAt;
}

/** The start time of the process on Linux, because its id may have been reused; empty on other systems. */
export function processStartTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
