import { reportFailure } from '../report-failure.ts';

/**
 * A state machine in three plain parts: the start state, the next state after an event, and the timers and requests
 * that run in a state. The runner starts and stops them; a machine never touches a timer.
 */
export interface Machine<State, Event> {
  start: State;
  next(state: State, event: Event): State;
  running(state: State): Running<Event>[];
}

/**
 * An effect with the same key continues when the state changes. `failed` follows when the work throws, because of a bug or
 * a file that did not load: without it the machine would stay busy for good.
 */
export type Running<Event> =
  | { key: string; after: number; send: Event }
  | { key: string; work(signal: AbortSignal): Promise<Event>; failed: Event };

export interface Run<Event> {
  send(event: Event): void;
  stop(): void;
}

export function run<State, Event>(machine: Machine<State, Event>, show: (state: State) => void): Run<Event> {
  let state = machine.start;
  let stopped = false;
  const live = new Map<string, () => void>();

  function begin(effect: Running<Event>): () => void {
    if ('after' in effect) return wait(effect.after, () => send(effect.send));
    const abort = new AbortController();
    const settle = (event: Event) => abort.signal.aborted || send(event);
    const work = async () => effect.work(abort.signal);
    void work()
      .then(settle)
      .catch((error: unknown) => {
        reportFailure(error);
        settle(effect.failed);
      });
    return () => abort.abort();
  }

  function update() {
    const wanted = new Map(machine.running(state).map((effect) => [effect.key, effect]));
    for (const [key, end] of live) {
      if (wanted.has(key)) continue;
      live.delete(key);
      end();
    }
    for (const [key, effect] of wanted) if (!live.has(key)) live.set(key, begin(effect));
  }

  function send(event: Event) {
    if (stopped) return;
    const before = state;
    state = machine.next(state, event);
    if (state === before) return;
    update();
    show(state);
  }

  update();
  return {
    send,
    stop() {
      stopped = true;
      for (const end of live.values()) end();
      live.clear();
    },
  };
}

/** A sleeping laptop stops timers but not the clock, so the deadline is checked again when the page becomes visible. */
function wait(duration: number, then: () => void): () => void {
  const due = Date.now() + duration;
  const id = setTimeout(then, duration);
  const check = () => {
    if (Date.now() >= due) then();
  };
  document.addEventListener('visibilitychange', check);
  return () => {
    clearTimeout(id);
    document.removeEventListener('visibilitychange', check);
  };
}
