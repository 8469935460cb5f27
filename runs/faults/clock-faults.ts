import type { ChildProcess } from 'node:child_process';
import type { Amounts, Fault } from './fault.ts';
import type { Installation } from './installation.ts';
import { type Outcome, register, newPerson, requestCode, verify } from './people.ts';
import { none } from './table-rows.ts';

const withShiftedClock = [process.execPath, '--import', './runs/faults/shifted-clock.mjs'];
const tenMinutes = 600_000;

/** A node whose clock is wrong: lifetimes must follow the clock of the database. */
export const clockFaults: Fault[] = [
  {
    name: 'clock of one node ten minutes ahead',
    run: (installation, amounts) => withNode(installation, amounts, { FAULTS_CLOCK_SHIFT: `${tenMinutes}` }, () => {}),
  },
  {
    name: 'clock of one node jumps back an hour',
    run: (installation, amounts) => withNode(installation, amounts, {}, (node) => node.kill('SIGUSR2')),
  },
];

async function withNode(
  installation: Installation,
  { people }: Amounts,
  settings: Record<string, string>,
  begin: (node: ChildProcess) => unknown,
) {
  const { nodes, query } = installation;
  const node = nodes[0]!;
  await node.stop();
  const child = await node.start(settings, { command: withShiftedClock });
  const started = (await query('select now()'))[0]?.[0];
  begin(child);
  try {
    const outcomes: Outcome[] = [];
    for (let round = 0; round < 3; round++)
      outcomes.push(...(await Promise.all(Array.from({ length: people }, () => register(installation, () => {})))));
    const ouids = outcomes.flatMap(({ ouid }) => ouid ?? []);
    const failed = outcomes.length - ouids.length;
    const [counted] = await query(`
      select count(*) from accounts where ouid = any('{${ouids.join(',')}}')
      and created_at not between timestamptz '${started}' - interval '2 seconds' and now() + interval '2 seconds'`);
    const late = await expiredCodesAccepted(installation, people);
    return {
      raw: { outcomes },
      summary: `${outcomes.length} people, ${ouids.length} registered`,
      rows: [
        none(`people who could not register, of ${outcomes.length}`, failed),
        none('accounts stored with a time that differs by more than 2 s', Number(counted?.[0])),
        none(`expired codes accepted, of ${people * 2}`, late),
      ],
    };
  } finally {
    await node.stop();
    await node.start();
  }
}

/** Codes that have been expired for a second, each given to both nodes in turn. */
async function expiredCodesAccepted(installation: Installation, people: number) {
  let accepted = 0;
  for (let n = 0; n < people; n++) {
    const person = newPerson(installation);
    const { serviceId } = await requestCode(person);
    const end = "now() - interval '1 second'";
    await installation.query(`update codes set expires_at = ${end} where recipient = '${person.mobile}'`);
    for (let attempt = 0; attempt < 2; attempt++)
      if ((await verify(person, serviceId, installation.sms.codeTo(person.mobile))).is === 'done') accepted += 1;
  }
  return accepted;
}
