import { useEffect, useRef, useState } from 'react';
import { type Machine, type Run, run } from './machine.ts';

/** Runs a machine while the component is mounted. */
export function useMachine<State, Event>(create: () => Machine<State, Event>) {
  const [machine] = useState(create);
  const [state, setState] = useState(machine.start);
  const current = useRef<Run<Event>>(undefined);

  useEffect(() => {
    const flow = run(machine, setState);
    current.current = flow;
    return () => flow.stop();
  }, [machine]);

  const [send] = useState(() => (event: Event) => current.current?.send(event));
  return [state, send] as const;
}
