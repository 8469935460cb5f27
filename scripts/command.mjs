import { spawn } from 'node:child_process';
import { root } from './root.mjs';

const running = new Set();

/**
 * Runs a command and keeps what it printed. It leads a process group of its own, so that whatever it
 * started in turn ends with it: when its time is up, and when this process ends for any reason.
 */
export function run([program, ...args], { env = {}, timeout } = {}) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    running.add(child);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    const timer = timeout && setTimeout(endForTime, timeout);
    child.on('error', (error) => finish(127, `${output}${error.message}\n`));
    child.on('close', (code) => finish(code ?? 1, output));

    function endForTime() {
      output += `\nStopped: not done after ${Math.round(timeout / 1000)} s.\n`;
      endGroup(child);
    }
    function finish(code, text) {
      clearTimeout(timer);
      running.delete(child);
      resolve({ code, output: text });
    }
  });
}

/** Runs a command that has nothing to say unless it fails; then says it and ends this process. */
export async function runQuietly(command, complaint) {
  const { code, output } = await run(command);
  if (code === 0) return;
  console.error(`${output.trim()}\n${complaint}: \`${command.join(' ')}\` ended with ${code}.`);
  process.exit(1);
}

function endGroup({ pid }) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

process.on('exit', () => running.forEach(endGroup));

/** Ends this process, and so its commands, when a person or a supervisor asks. Returns how to let go of that. */
export function stopOnSignals() {
  const numbers = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 };
  const stop = (signal) => process.exit(128 + numbers[signal]);
  for (const signal of Object.keys(numbers)) process.on(signal, stop);
  return () => Object.keys(numbers).forEach((signal) => process.off(signal, stop));
}
