import { setTimeout as pause } from 'node:timers/promises';
import { disturb } from './disturbance.mjs';
import { underLoad } from './kill-faults.mjs';
import { none } from './table-rows.mjs';

const setLinks = (links, ...state) => links.forEach((link) => link.database.set(...state));

/** Faults of PostgreSQL and of the connections to it. */
export const databaseFaults = [
  {
    name: 'PostgreSQL down',
    run: (installation, { downSeconds, ...form }) =>
      disturb(
        installation,
        {
          begin: installation.database.kill,
          end: installation.database.restart,
          answerBar: 2,
          check: () => notReady(installation),
        },
        { ...form, seconds: downSeconds },
      ),
  },
  {
    name: 'PostgreSQL slow',
    // Every answer takes longer than a statement may take.
    run: ({ links, ...installation }, form) =>
      disturb(
        installation,
        { begin: () => setLinks(links, 'slow', 5000), end: () => setLinks(links, 'open'), answerBar: 5 },
        form,
      ),
  },
  {
    name: 'PostgreSQL stopped (SIGSTOP)',
    run: (installation, form) =>
      disturb(
        installation,
        {
          begin: () => installation.database.signal('SIGSTOP'),
          end: () => installation.database.signal('SIGCONT'),
          answerBar: 5,
        },
        form,
      ),
  },
  {
    name: 'connections to PostgreSQL ended',
    isShort: true,
    run: (installation, { terminations, people, isTimed }) =>
      underLoad(installation, { times: terminations, seed: 4, pauses: 400, people, isTimed }, () =>
        installation.query(
          "select count(pg_terminate_backend(pid)) from pg_stat_activity where application_name = 'foyer'",
        ),
      ),
  },
];

/** Every node must report that it is not ready, so that a load balancer can tell. */
async function notReady({ nodes }) {
  let ready = nodes;
  for (let attempt = 0; attempt < 20 && ready.length > 0; attempt++) {
    const answers = await Promise.all(nodes.map((node) => node.readiness()));
    ready = nodes.filter((_, n) => answers[n]?.ready !== false);
    if (ready.length > 0) await pause(100);
  }
  return [none('nodes that report to be ready', ready.length)];
}
