/**
 * Shows one line for each running step. On a terminal the lines stay at the bottom and are rewritten in place; elsewhere
 * they are printed once a minute. `describe` returns the line of a step.
 */
export function progressLines(describe, stream = process.stdout) {
  const running = new Set();
  let shown = 0;
  const erase = () => {
    if (shown) stream.write(`\u001b[${shown}A\u001b[J`);
    shown = 0;
  };
  const draw = () => {
    // A line that wraps would take two.
    const width = stream.isTTY ? (stream.columns || 80) - 1 : undefined;
    const lines = [...running].map((step) => describe(step).slice(0, width));
    if (lines.length) stream.write(`${lines.join('\n')}\n`);
    shown = stream.isTTY ? lines.length : 0;
  };
  const redraw = () => {
    erase();
    draw();
  };
  const timer = setInterval(redraw, stream.isTTY ? 500 : 60_000);
  timer.unref();

  return {
    start: (step) => running.add(step),
    end: (step) => running.delete(step),
    /** Prints above the lines of the running steps. */
    print(text) {
      erase();
      stream.write(`${text}\n`);
      if (stream.isTTY) draw();
    },
  };
}
