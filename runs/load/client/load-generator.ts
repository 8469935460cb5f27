import type { Send } from './connection-pool.ts';

export interface Load {
  requests: readonly string[];
  isCorrect: (response: string) => boolean;
}
interface Delays {
  p50: number;
  p95: number;
  p99: number;
}
interface Outcome extends Delays {
  received: number;
  wrong: number;
}

/**
 * Sends requests as fast as possible, the next one on every response. Returns the responses per second and how long they
 * took.
 */
export function sendContinuously(
  pool: { send: Send },
  { requests, isCorrect, concurrency, duration }: Load & { concurrency: number; duration: number },
) {
  return new Promise<Outcome & { perSecond: number }>((resolve) => {
    const start = performance.now();
    let sent = 0;
    let received = 0;
    let wrong = 0;
    const delays: number[] = [];
    const sendNext = () => {
      const sentAt = performance.now();
      pool.send(requests[sent++ % requests.length]!, (response) => onResponse(response, sentAt));
    };
    function onResponse(response: string, sentAt: number) {
      received += 1;
      delays.push(performance.now() - sentAt);
      if (!isCorrect(response)) wrong += 1;
      if (performance.now() - start < duration) sendNext();
      else if (received === sent)
        resolve({
          perSecond: (received * 1000) / (performance.now() - start),
          received,
          wrong,
          ...percentiles(delays),
        });
    }
    for (let n = 0; n < concurrency; n++) sendNext();
  });
}

/**
 * Sends every request once per interval, spread evenly over it. The delay of a response counts from the moment its
 * request was due, so that it includes any time the request could not be sent.
 */
export function sendAtInterval(
  pool: { send: Send },
  { requests, isCorrect, interval, rounds }: Load & { interval: number; rounds: number },
) {
  return new Promise<Outcome>((resolve) => {
    const total = requests.length * rounds;
    const delays = new Float64Array(total);
    const start = performance.now() + 100;
    const dueAt = (n: number) => start + (n * interval) / requests.length;
    let sent = 0;
    let received = 0;
    let wrong = 0;

    function send(n: number) {
      pool.send(requests[n % requests.length]!, (response) => {
        delays[n] = performance.now() - dueAt(n);
        if (!isCorrect(response)) wrong += 1;
        if (++received === total) resolve({ ...percentiles(delays), received, wrong });
      });
    }
    const timer = setInterval(() => {
      const now = performance.now();
      while (sent < total && dueAt(sent) <= now) send(sent++);
      if (sent === total) clearInterval(timer);
    }, 1);
  });
}

function percentiles(delays: ArrayLike<number>): Delays {
  const sorted = Float64Array.from(delays).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
