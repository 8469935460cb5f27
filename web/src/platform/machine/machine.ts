/**
 * A flow is three plain functions: where it starts, what an event does to it, and what runs while
 * it stays where it is. The runner starts and ends the running things; a flow never touches a timer.
 */
export interface Machine<State, Event> {
  start: State;
  next(state: State, event: Event): State;
  running(state: State): Running<Event>[];
}

export type Running<Event> =
  | { key: string; after: number; send: Event }
  | { key: string; work(signal: AbortSignal): Promise<Event> };

export interface Run<Event> {
  send(event: Event): void;
  stop(): void;
}

export function run<State, Event>(machine: Machine<State, Event>, show: (state: State) => void): Run<Event> {
  let state = machine.start;
  let stopped = false;
  const live = new Map<string, () => void>();

  function begin(thing: Running<Event>): () => void {
    if ('after' in thing) return wait(thing.after, () => send(thing.send));
    const abort = new AbortController();
    void thing.work(abort.signal).then((event) => {
      if (!abort.signal.aborted) send(event);
    });
    return () => abort.abort();
  }

  function settle() {
    const wanted = new Map(machine.running(state).map((thing) => [thing.key, thing]));
    for (const [key, end] of live) {
      if (wanted.has(key)) continue;
      live.delete(key);
      end();
    }
    for (const [key, thing] of wanted) if (!live.has(key)) live.set(key, begin(thing));
  }

  function send(event: Event) {
    if (stopped) return;
    const before = state;
    state = machine.next(state, event);
    if (state === before) return;
    settle();
    show(state);
  }

  settle();
  return {
    send,
    stop() {
      stopped = true;
      for (const end of live.values()) end();
      live.clear();
    },
  };
}

/** A sleeping laptop stops timers but not the clock: look again on waking. */
function wait(duration: number, then: () => void): () => void {
  const due = Date.now() + duration;
  const id = setTimeout(then, duration);
  const look = () => {
    if (Date.now() >= due) then();
  };
  document.addEventListener('visibilitychange', look);
  return () => {
    clearTimeout(id);
    document.removeEventListener('visibilitychange', look);
  };
}
