/** Sends requests as fast as possible, the next one on every response. Returns the responses per second. */
export function sendContinuously(pool, { requests, isCorrect, concurrency, duration }) {
  return new Promise((resolve) => {
    const start = performance.now();
    let sent = 0;
    let received = 0;
    let wrong = 0;
    const sendNext = () => pool.send(requests[sent++ % requests.length], onResponse);
    function onResponse(response) {
      received += 1;
      if (!isCorrect(response)) wrong += 1;
      if (performance.now() - start < duration) sendNext();
      else if (received === sent)
        resolve({ perSecond: (received * 1000) / (performance.now() - start), received, wrong });
    }
    for (let n = 0; n < concurrency; n++) sendNext();
  });
}

/**
 * Sends every request once per interval, spread evenly over it. The delay of a response counts from the moment its
 * request was due, so that it includes any time the request could not be sent.
 */
export function sendAtInterval(pool, { requests, isCorrect, interval, rounds }) {
  return new Promise((resolve) => {
    const total = requests.length * rounds;
    const delays = new Float64Array(total);
    const start = performance.now() + 100;
    const dueAt = (n) => start + (n * interval) / requests.length;
    let sent = 0;
    let received = 0;
    let wrong = 0;

    function send(n) {
      pool.send(requests[n % requests.length], (response) => {
        delays[n] = performance.now() - dueAt(n);
        if (!isCorrect(response)) wrong += 1;
        if (++received === total) resolve({ p50: percentile(0.5), p99: percentile(0.99), wrong });
      });
    }
    const percentile = (share) => delays.sort()[Math.min(total - 1, Math.floor(total * share))];
    const timer = setInterval(() => {
      const now = performance.now();
      while (sent < total && dueAt(sent) <= now) send(sent++);
      if (sent === total) clearInterval(timer);
    }, 1);
  });
}
