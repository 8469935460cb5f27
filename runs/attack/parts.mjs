import { measureCanaries } from './canaries.mjs';
import { measureEnumeration } from './enumeration.mjs';
import { measureFactors } from './factors.mjs';
import { measureFuzz } from './fuzz.mjs';
import { measureGuesses } from './guesses.mjs';
import { withInstallation, withoutLimits } from './installation.mjs';
import { measureOwner } from './owner.mjs';
import { measurePageFaults } from './page-faults.mjs';
import { measureProduction } from './production.mjs';
import { measureRaces } from './races.mjs';
import { measureRedirects } from './redirects.mjs';
import { measureSends } from './sends.mjs';
import { measureSpellings } from './spellings.mjs';

/** @import { Row } from '../results.mjs' */
/** @import { Installation } from './installation.mjs' */
/** @import { Numbers } from './numbers.mjs' */
/** @typedef {{ rows: Row[], raw: Record<string, unknown> }} Result */

/** The limits of the service as they are, and the log lines that operators have. */
const withLimits = { LOG_LEVEL: 'info' };
/** The limit of calls would refuse the puzzles before a limit of messages is reached. */
const manyCalls = { ...withLimits, CALLS_PER_MINUTE: '1000000' };
/** Every case asks for codes of the same account. */
const onlyPage = { ...withoutLimits };

/** It removes the people that other parts attack. */
const onlyProduction = { ...withLimits };

/**
 * Parts with the same settings share an installation.
 * @type {{ name: string, settings: Record<string, string>, measure: (
 *   installation: Installation, numbers: Numbers, print: (line: string) => void) => Promise<Result> }[]}
 */
export const parts = [
  { name: 'races', settings: withoutLimits, measure: measureRaces },
  { name: 'redirects', settings: withoutLimits, measure: measureRedirects },
  { name: 'fuzz', settings: withoutLimits, measure: measureFuzz },
  { name: 'spellings', settings: withLimits, measure: measureSpellings },
  { name: 'canaries', settings: withLimits, measure: measureCanaries },
  { name: 'factors', settings: withLimits, measure: measureFactors },
  { name: 'guesses', settings: withLimits, measure: measureGuesses },
  { name: 'sends', settings: manyCalls, measure: measureSends },
  { name: 'owner', settings: manyCalls, measure: measureOwner },
  { name: 'enumeration', settings: withLimits, measure: measureEnumeration },
  { name: 'production', settings: onlyProduction, measure: measureProduction },
  { name: 'page', settings: onlyPage, measure: measurePageFaults },
];

/**
 * @param {readonly typeof parts[number][]} chosen @param {Numbers} numbers @param {(line: string) => void} print
 * @returns {Promise<Result>}
 */
export async function measureParts(chosen, numbers, print) {
  const rows = [];
  const raw = {};
  for (const settings of new Set(chosen.map((part) => part.settings))) {
    const sharing = chosen.filter((part) => part.settings === settings);
    const name = sharing[0].name;
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
