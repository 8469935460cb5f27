import { spawn } from 'node:child_process';
import { root } from './root.mjs';

/** Child processes and the signal that ends each at once. None outlives this process. */
const running = new Map();
process.on('exit', () => running.forEach((signal, child) => endGroup(child, signal)));

/** Runs a command to its end and keeps what it printed. */
export function run(command, { timeout, ...options } = {}) {
  return new Promise((resolve) => {
    const { child, printed, say } = begin(command, options);
    const timer = timeout && setTimeout(giveUp, timeout);
    child.on('error', (error) => say(`${error.message}\n`));
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? 1, output: printed() });
    });

    function giveUp() {
      say(`\nStopped: not done after ${Math.round(timeout / 1000)} s.\n`);
      endGroup(child, 'SIGKILL');
    }
  });
}

/** Runs a command that has nothing to say unless it fails; then says it and ends this process. */
export async function runQuietly(command, complaint) {
  const { code, output } = await run(command, { env: { NO_COLOR: '1' } });
  if (code === 0) return;
  console.error(`${output.trim()}\n${complaint}: \`${command.join(' ')}\` ended with ${code}.`);
  process.exit(1);
}

/** Starts a server and waits for the words that say it is ready. Returns how to stop it. */
export function launch(command, { ready, stopWith = 'SIGTERM', ...options }) {
  return new Promise((resolve, reject) => {
    const { child, printed } = begin(command, options, stopWith);
    const ended = new Promise((end) => child.on('close', end));
    const stop = () => {
      endGroup(child, stopWith);
      return ended;
    };
    const look = () => ready.test(printed()) && resolve(stop);
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    child.on('error', reject);
    child.on('close', (code) => reject(new Error(`${command[0]} ended with ${code}:\n${printed()}`)));
  });
}

/** Each child leads a process group of its own, so that whatever it starts in turn ends with it. */
function begin([program, ...args], { env = {}, ...options } = {}, signal = 'SIGKILL') {
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...options,
  });
  let output = '';
  const say = (text) => (output += text);
  running.set(child, signal);
  child.on('close', () => running.delete(child));
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', say);
  return { child, say, printed: () => output };
}

function endGroup({ pid }, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended already.
  }
}

/** Ends this process, and so its commands, when a person or a supervisor asks. Returns how to let go of that. */
export function stopOnSignals() {
  const numbers = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 };
  const stop = (signal) => process.exit(128 + numbers[signal]);
  for (const signal of Object.keys(numbers)) process.on(signal, stop);
  return () => Object.keys(numbers).forEach((signal) => process.off(signal, stop));
}
