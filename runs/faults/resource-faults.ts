import { execFile } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { type Socket, connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getHumanCheck } from '@foyer/contract/flows/human-check';
import { resultCodes } from '@foyer/contract/result-codes';
import type { Row } from '../results.ts';
import type { Told } from './browser.ts';
import type { Amounts, Fault } from './fault.ts';
import type { Installation } from './installation.ts';
import type { NodeProcess } from '../installation/node-process.ts';
import { notReady } from './database-faults.ts';
import { disturb, untilRegistered } from './disturbance.ts';
import { underLoad } from './kill-faults.ts';
import { register } from './people.ts';
import { atLeast, none } from './table-rows.ts';

const run = promisify(execFile);
/** Enough for a node to start and work, but not for many clients. */
const openFiles = 256;
const idleClients = 500;
/** More than a pipe holds, in lines of the log. */
const callsToFillPipe = 1500;
let addresses = 0;

/** Something that a node or the database needs is used up. */
export const resourceFaults: Fault[] = [
  { name: 'no file descriptors left on one node', run: exhaustFiles },
  { name: 'log of one node not read', run: blockLog },
  { name: 'no space left for tables', isShort: true, run: fillDisk },
];

/** Idle clients take every connection of the first node. People are served by the second. */
async function exhaustFiles(installation: Installation, amounts: Amounts) {
  const [node, other] = installation.nodes as [NodeProcess, NodeProcess];
  const limited = ['sh', '-c', `ulimit -n ${openFiles} && exec "$@"`, 'sh', process.execPath];
  await node.stop();
  await node.start({}, { command: limited });
  let refused = 0;
  let isOver = false;
  const sockets = new Set<Socket>();
  const open = () => {
    const socket = connect(node.port, '127.0.0.1');
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      if (isOver) return;
      refused += 1;
      setTimeout(open, 100);
    });
  };
  const result = await disturb(
    installation,
    {
      begin() {
        for (let n = 0; n < idleClients; n++) open();
      },
      end() {
        isOver = true;
        for (const socket of sockets) socket.destroy();
      },
      ask: async () => [await callNode(other)],
      answerBar: 2,
    },
    { ...amounts, people: 2 },
  );
  result.rows.push(atLeast('connections refused by the node', 1, refused));
  await node.stop();
  await node.start();
  return result;
}

/** The reader of the log has stopped, as a log collector that hangs. */
async function blockLog(installation: Installation, { isTimed, people }: Amounts) {
  const node = installation.nodes[0]!;
  await node.stop();
  // Nothing reads this pipe.
  await node.start({}, { stdout: 'pipe' });
  const result = await disturb(
    installation,
    {
      begin() {},
      end() {},
      async ask() {
        const answers: Told[] = [];
        while (answers.length < callsToFillPipe / people && !answers.at(-1)?.failure)
          answers.push(await callNode(node));
        return answers;
      },
      answerBar: 2,
    },
    { isTimed, people, seconds: 0 },
  );
  await node.kill();
  await node.start();
  return result;
}

/** The tables that a registration writes move to a file system that is then filled. This needs root. */
async function fillDisk(installation: Installation, { people, isTimed }: Amounts) {
  const { query, folder } = installation;
  const disk = join(folder, 'small-disk');
  mkdirSync(disk);
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', disk]);
  } catch (error) {
    return {
      raw: {},
      rows: [],
      summary: `not done, because no file system can be mounted: ${(error as Error).message}`,
    };
  }
  const tables = ['accounts', 'audit_events', 'codes'];
  const moveTo = async (space: string) => {
    for (const table of tables) await query(`alter table ${table} set tablespace ${space}`);
  };
  try {
    const data = join(disk, 'data');
    const { uid, gid } = statSync(join(folder, 'postgres'));
    mkdirSync(data);
    chownSync(data, uid, gid);
    chmodSync(disk, 0o755);
    await query(`create tablespace small location '${data}'`);
    await moveTo('small');
    const filler = join(disk, 'filler');
    let refused = 0;
    let readiness: Row[] = [];
    const result = await underLoad(
      installation,
      { times: 1, people, seed: 5, pauses: 200, isTimed },
      async () => {
        await run('sh', ['-c', `cat /dev/zero > '${filler}' 2> /dev/null || true`]);
        refused = await refusedRegistrations(installation);
        readiness = await notReady(installation, 'full');
        rmSync(filler);
      },
      () => untilRegistered(installation),
    );
    const faults = Object.keys(result.raw.counted.failures).filter((why) => why.startsWith('500'));
    result.rows.push(
      atLeast('registrations refused, as something had to be stored', 1, refused),
      none('kinds of answers that are faults of the service', faults.length),
      ...readiness,
    );
    return result;
  } finally {
    await moveTo('pg_default');
    await query('drop tablespace small');
    await run('umount', [disk]);
  }
}

/** Lets people register until one is refused. The pages that tables have already take some more rows. */
async function refusedRegistrations(installation: Installation) {
  for (let n = 0; n < 1000; n++) {
    const answers: Told[] = [];
    await register(installation, (answer) => answers.push(answer), { attempts: 0 });
    const refused = answers.filter(({ status }) => status === 503);
    if (refused.length > 0) return refused.length;
  }
  return 0;
}

/** A cheap call to one node, by a client of its own. */
async function callNode({ origin }: NodeProcess): Promise<Told> {
  addresses += 1;
  const start = performance.now();
  const headers = { 'x-forwarded-for': `192.168.${(addresses >> 8) & 255}.${addresses & 255}` };
  const signal = AbortSignal.timeout(20_000);
  const answer = await fetch(`${origin}/api${getHumanCheck.path}`, { headers, signal })
    .then(async (response) => {
      const { code }: { code: number } = JSON.parse(await response.text());
      return { status: response.status, code };
    })
    .catch((error: Error & { cause?: NodeJS.ErrnoException }) => ({ failure: error.cause?.code ?? error.message }));
  return {
    is: 'code' in answer && answer.code === resultCodes.done ? 'done' : 'refused',
    ...answer,
    ms: performance.now() - start,
  };
}
