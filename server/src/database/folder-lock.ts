import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartupError } from '../platform/startup-error.ts';

/** Thrown when another process works in the folder. */
export class FolderInUse extends StartupError {
  constructor(folder: string, holder: number) {
    super(`${folder} is in use by process ${holder}: stop that one first, or give this one another DATA_DIR`);
  }
}

const held = new Set<string>();

/** Keeps a folder for this process alone; gives back how to let go. What a dead process left behind is taken over. */
export function lockFolder(folder: string): () => void {
  try {
    makeFolder(folder);
    return lock(folder, join(folder, 'lock'));
  } catch (error) {
    if (error instanceof FolderInUse || !(error instanceof Error && 'code' in error)) throw error;
    throw new StartupError(`DATA_DIR is "${folder}": give a folder that can be written (${String(error.code)})`);
  }
}

/** Step by step: asked to make every step at once, Node never comes back from a place that denies its own, as /proc. */
function makeFolder(folder: string) {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(folder)) throw error;
  }
}

function lock(folder: string, path: string): () => void {
  if (!create(path)) {
    const holder = readHolder(path);
    if (holder && isAlive(path, holder)) throw new FolderInUse(folder, holder.pid);
    takeOver(folder, path);
  }
  held.add(path);
  return () => {
    if (held.delete(path)) rmSync(path, { force: true });
  };
}

interface Holder {
  pid: number;
  startedAt: string;
}

function create(path: string): boolean {
  try {
    writeFileSync(path, `${process.pid} ${startOf(process.pid)}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function takeOver(folder: string, path: string) {
  // Renamed, not removed: if two take over at once, the later one sees that it moved a living lock, and puts it back.
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    // The other one was faster.
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
  // In a container the same small number comes back after every crash.
  if (pid === process.pid) return held.has(path);
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return startOf(pid) === startedAt;
}

/** When the process began, where the system tells: another one may have been given the number since. */
export function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
