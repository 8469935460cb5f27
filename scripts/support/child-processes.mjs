import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { root } from './root.mjs';

/** Running child processes, each with the signal that ends it when this process exits. */
const running = new Map();
process.on('exit', () => running.forEach((signal, child) => killGroup(child, signal)));

/**
 * Runs a command to its end and collects its output. With `stallLimit` (milliseconds), a command that writes nothing
 * for that long is interrupted: a slow command may take any time as long as it reports progress. With `takeLine`, each
 * line of standard output is offered to it, and only the lines it does not take belong to the output.
 * @param {readonly string[]} command
 * @param {import('node:child_process').SpawnOptions & { stallLimit?: number, killDelay?: number,
 *   takeLine?: (line: string) => unknown }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runCommand(command, { stallLimit, killDelay = 10_000, takeLine, ...options } = {}) {
  return new Promise((resolve) => {
    const { child, output, append } = start(command, options, 'SIGKILL', !takeLine);
    if (takeLine)
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (!takeLine(line)) append(`${line}\n`);
      });
    let timer;
    let isInterrupted = false;
    const restartTimer = () => {
      clearTimeout(timer);
      timer = setTimeout(interrupt, stallLimit);
    };
    if (stallLimit) {
      restartTimer();
      for (const stream of [child.stdout, child.stderr]) stream.on('data', restartTimer);
    }
    child.on('error', (error) => append(`${error.message}\n`));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (signal && !isInterrupted) append(`\nEnded by ${signal}.\n`);
      resolve({ code: code ?? 1, output: output() });
    });

    /** Test runners name the unfinished tests on SIGINT. SIGKILL ends a process that ignores it. */
    function interrupt() {
      for (const stream of [child.stdout, child.stderr]) stream.off('data', restartTimer);
      append(`\nStopped: no output for ${stallLimit / 1000} s.\n`);
      isInterrupted = true;
      killGroup(child, 'SIGINT');
      timer = setTimeout(() => killGroup(child, 'SIGKILL'), killDelay);
    }
  });
}

/** Runs a command silently. If it fails, prints its output and exits. */
export async function runOrExit(command, failureMessage) {
  const { code, output } = await runCommand(command, { env: { NO_COLOR: '1' } });
  if (code === 0) return;
  console.error(`${output.trim()}\n${failureMessage}: \`${command.join(' ')}\` exited with code ${code}.`);
  process.exit(1);
}

/**
 * Starts a server, waits until its output matches `ready`, and returns a function that stops it, with any signal.
 * `onOutput` gets all that it writes.
 * @param {readonly string[]} command
 * @param {import('node:child_process').SpawnOptions & { ready: RegExp, stopSignal?: NodeJS.Signals,
 *   onOutput?: (chunk: string) => void }} options
 * @returns {Promise<(signal?: NodeJS.Signals) => Promise<number | null>>}
 */
export function startServer(command, { ready, stopSignal = 'SIGTERM', onOutput = () => {}, ...options }) {
  return new Promise((resolve, reject) => {
    const { child, output } = start(command, options, stopSignal);
    const closed = new Promise((end) => child.on('close', end));
    const stop = (signal = stopSignal) => {
      killGroup(child, signal);
      return closed;
    };
    const streams = [child.stdout, child.stderr];
    const checkReady = () => {
      if (!ready.test(output())) return;
      for (const stream of streams) stream.off('data', checkReady);
      resolve(stop);
    };
    for (const stream of streams) stream.on('data', onOutput).on('data', checkReady);
    child.on('error', reject);
    child.on('close', (code) => reject(new Error(`${command[0]} exited with code ${code}:\n${output()}`)));
  });
}

/**
 * Every child leads its own process group, so that killing the group also ends the processes it started.
 * @param {readonly string[]} command
 * @param {import('node:child_process').SpawnOptions} [options]
 * @param {NodeJS.Signals} [exitSignal]
 */
function start([program, ...args], { env = {}, ...options } = {}, exitSignal = 'SIGKILL', collectStdout = true) {
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...options,
  });
  let text = '';
  const append = (chunk) => (text += chunk);
  running.set(child, exitSignal);
  child.on('close', () => running.delete(child));
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8');
  if (collectStdout) child.stdout.on('data', append);
  child.stderr.on('data', append);
  return { child, append, output: () => text };
}

/**
 * @param {{ pid?: number }} leader
 * @param {NodeJS.Signals} signal
 */
function killGroup({ pid }, signal) {
  // It has not started.
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has already ended.
  }
}

/** Exits on SIGINT, SIGTERM or SIGHUP, which also ends all child processes. Returns a function that undoes this. */
export function exitOnSignals() {
  const numbers = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 };
  const exit = (signal) => process.exit(128 + numbers[signal]);
  for (const signal of Object.keys(numbers)) process.on(signal, exit);
  return () => Object.keys(numbers).forEach((signal) => process.off(signal, exit));
}
