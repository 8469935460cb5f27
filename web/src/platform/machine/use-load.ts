import { useEffect, useRef, useState } from 'react';
import { type DataIn, type LoadReply, loading } from './load.machine.ts';
import { useMachine } from './use-machine.ts';

/** Loads data while the component is mounted, and again when `version` changes or `reload` is called. */
export function useLoad<Reply extends LoadReply>(load: (signal: AbortSignal) => Promise<Reply>, version?: unknown) {
  const latest = useRef(load);
  const loadedVersion = useRef(version);
  useEffect(() => {
    latest.current = load;
  });
  const [state, send] = useMachine(() => loading<DataIn<Reply>>((signal) => latest.current(signal)));
  const [reload] = useState(() => () => send({ is: 'load' }));
  useEffect(() => {
    if (loadedVersion.current === version) return;
    loadedVersion.current = version;
    reload();
  }, [version, reload]);
  return { state, data: 'data' in state ? state.data : undefined, reload };
}
