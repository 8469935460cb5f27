/** Asks as fast as it is answered, the next question on every answer; gives answers a second. */
export function askWithoutPause(lines, { questions, isRight, atOnce, duration }) {
  return new Promise((resolve) => {
    const start = performance.now();
    let asked = 0;
    let answered = 0;
    let wrong = 0;
    const next = () => lines.ask(questions[asked++ % questions.length], hear);
    function hear(answer) {
      answered += 1;
      if (!isRight(answer)) wrong += 1;
      if (performance.now() - start < duration) next();
      else if (answered === asked)
        resolve({ perSecond: (answered * 1000) / (performance.now() - start), answered, wrong });
    }
    for (let n = 0; n < atOnce; n++) next();
  });
}

/**
 * Asks every question again and again, spread evenly over the time between. An answer is as late as it comes after the
 * moment its question was due, whatever kept the question from being asked.
 */
export function askEvery(lines, { questions, isRight, every, rounds }) {
  return new Promise((resolve) => {
    const total = questions.length * rounds;
    const late = new Float64Array(total);
    const start = performance.now() + 100;
    const dueAt = (n) => start + (n * every) / questions.length;
    let asked = 0;
    let answered = 0;
    let wrong = 0;

    function ask(n) {
      lines.ask(questions[n % questions.length], (answer) => {
        late[n] = performance.now() - dueAt(n);
        if (!isRight(answer)) wrong += 1;
        if (++answered === total) resolve({ p50: part(0.5), p99: part(0.99), wrong });
      });
    }
    const part = (share) => late.sort()[Math.min(total - 1, Math.floor(total * share))];
    const timer = setInterval(() => {
      const now = performance.now();
      while (asked < total && dueAt(asked) <= now) ask(asked++);
      if (asked === total) clearInterval(timer);
    }, 1);
  });
}
