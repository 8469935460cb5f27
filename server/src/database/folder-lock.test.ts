import { spawn } from 'node:child_process';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { FolderInUse, lockFolder, processStartTime } from './folder-lock.ts';
import { StartupError } from '../platform/startup-error.ts';

const newFolder = () => temporaryFolder(onTestFinished);

/** Another process, which runs until the test ends. */
function neighbour() {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  onTestFinished(() => void child.kill('SIGKILL'));
  return child.pid!;
}

test('locks a folder for one process and unlocks it', () => {
  const folder = newFolder();
  const letGo = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(`${folder} is in use by process ${process.pid}`);
  letGo();
  expect(existsSync(join(folder, 'lock'))).toBe(false);
  lockFolder(folder)();
});

test('refuses the folder of a running process and names it', () => {
  const folder = newFolder();
  const pid = neighbour();
  writeFileSync(join(folder, 'lock'), `${pid} ${processStartTime(pid)}\n`);
  expect(() => lockFolder(folder)).toThrow(FolderInUse);
  expect(() => lockFolder(folder)).toThrow(`process ${pid}`);
});

test.each([
  ['a process that is dead', () => '999999999 1'],
  ['an earlier process with a number that lives again', () => `${neighbour()} 1`],
  ['an earlier process with our own number', () => `${process.pid} 1`],
  ['an unreadable lock file', () => 'nonsense'],
])('takes over the lock of %s', (_, left) => {
  const folder = newFolder();
  writeFileSync(join(folder, 'lock'), left());
  lockFolder(folder)();
});

test('creates the folder, closed to other users, and its parents', () => {
  const folder = join(newFolder(), 'a/b/c');
  const letGo = lockFolder(folder);
  expect(existsSync(join(folder, 'lock'))).toBe(true);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  letGo();
});

test('reports a folder that cannot be written in one line [D-24]', () => {
  const file = join(newFolder(), 'file');
  writeFileSync(file, '');
  const places: Record<string, string> = { [file]: 'ENOTDIR', [join(file, 'below')]: 'ENOTDIR' };
  // With `recursive`, Node.js would hang in /proc.
  if (existsSync('/proc/self')) places['/proc/nowhere'] = 'ENOENT';
  for (const [place, code] of Object.entries(places)) {
    const message = `DATA_DIR is "${place}": give a folder that can be written (${code})`;
    expect(() => lockFolder(place)).toThrow(new StartupError(message));
  }
});
