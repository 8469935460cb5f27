import type { Row } from '../../results.ts';
import { compareAccounts } from '../../load/benchmarks/account-timing.ts';
import type { Installation } from '../installation.ts';
import type { Numbers } from '../numbers.ts';

const bars = { lowest: 0.47, highest: 0.53, medianGap: 2 };

/** Compares the answers and their times for an existing and an unknown account. */
export async function measureEnumeration(
  { publicUrl }: Installation,
  { samples }: Numbers,
  print: (line: string) => void,
) {
  const rows: Row[] = [];
  const results: object[] = [];
  for await (const result of compareAccounts(publicUrl, samples, process.env['ATTACK_FILTER'])) {
    const { name, auc, medians, differentAnswers } = result;
    const gap = Math.abs(medians.existing - medians.unknown);
    const times = `${auc.toFixed(3)}, ${gap.toFixed(1)} ms`;
    print(`${times}, ${differentAnswers} different answers: ${name}`);
    results.push(result);
    rows.push(
      {
        number: `answers that differ for an account and none: ${name}`,
        bar: '0',
        result: `${differentAnswers}`,
        isMet: differentAnswers === 0,
      },
      {
        number: `AUC and median gap of ${samples} times each: ${name}`,
        bar: `${bars.lowest}–${bars.highest}, ${bars.medianGap} ms`,
        result: times,
        isMet: auc >= bars.lowest && auc <= bars.highest && gap <= bars.medianGap,
        dependsOnMachine: true,
      },
    );
  }
  return { rows, raw: { enumeration: results } };
}
