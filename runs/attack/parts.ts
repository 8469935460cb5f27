import { measureCanaries } from './page/canaries.ts';
import { measureDevices } from './guesses/devices.ts';
import { measureEnumeration } from './guesses/enumeration.ts';
import { measureFactors } from './people/factors.ts';
import { measureFuzz } from './fuzz/fuzz.ts';
import { measureGuesses } from './guesses/guesses.ts';
import { withInstallation, withoutLimits } from './installation.ts';
import { measureOwner } from './people/owner.ts';
import { measurePageFaults } from './page/page-faults.ts';
import { measureProduction } from './production.ts';
import { measureRaces } from './races/races.ts';
import { measureRedirects } from './page/redirects.ts';
import { measureSends } from './guesses/sends.ts';
import { measureSpellings } from './fuzz/spellings.ts';
import type { Result, Row } from '../results.ts';
import type { Installation } from './installation.ts';
import type { Numbers } from './numbers.ts';

/** The limits of the service as they are, and the log lines that operators have. */
const withLimits = { LOG_LEVEL: 'info' };
/** The limit of calls would refuse the puzzles before a limit of messages is reached. */
const manyCalls = { ...withLimits, CALLS_PER_MINUTE: '1000000' };
/** Every case asks for codes of the same account. */
const onlyPage = { ...withoutLimits };

/** It removes the people that other parts attack. */
const onlyProduction = { ...withLimits };

/** Parts with the same settings share an installation. */
export const parts: {
  name: string;
  settings: Record<string, string>;
  measure: (installation: Installation, numbers: Numbers, print: (line: string) => void) => Promise<Result>;
}[] = [
  { name: 'races', settings: withoutLimits, measure: measureRaces },
  { name: 'redirects', settings: withoutLimits, measure: measureRedirects },
  { name: 'fuzz', settings: withoutLimits, measure: measureFuzz },
  { name: 'spellings', settings: withLimits, measure: measureSpellings },
  { name: 'canaries', settings: withLimits, measure: measureCanaries },
  { name: 'factors', settings: withLimits, measure: measureFactors },
  { name: 'guesses', settings: withLimits, measure: measureGuesses },
  { name: 'devices', settings: withLimits, measure: measureDevices },
  { name: 'sends', settings: manyCalls, measure: measureSends },
  { name: 'owner', settings: manyCalls, measure: measureOwner },
  { name: 'enumeration', settings: withLimits, measure: measureEnumeration },
  { name: 'production', settings: onlyProduction, measure: measureProduction },
  { name: 'page', settings: onlyPage, measure: measurePageFaults },
];

export async function measureParts(
  chosen: readonly (typeof parts)[number][],
  numbers: Numbers,
  print: (line: string) => void,
): Promise<Result> {
  const rows: Row[] = [];
  const raw: Result['raw'] = {};
  for (const settings of new Set(chosen.map((part) => part.settings))) {
    const sharing = chosen.filter((part) => part.settings === settings);
    const name = sharing[0]!.name;
    await withInstallation({ name, settings }, async (installation) => {
      for (const { name: part, measure } of sharing) {
        print(`\n${part}`);
        const result = await measure(installation, numbers, print);
        rows.push(...result.rows);
        Object.assign(raw, result.raw);
      }
      const ended = installation.ended();
      rows.push({ number: `nodes that ended: ${name}`, bar: '0', result: `${ended}`, isMet: ended === 0 });
    });
  }
  return { rows, raw };
}
