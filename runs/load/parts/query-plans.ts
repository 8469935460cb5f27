import { median } from '../client/statistics.ts';

export interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  Plans?: Plan[];
}
export interface Statement {
  text: string;
  calls: number;
  ms: number;
  plan: Plan;
}

const settings = {
  shared_preload_libraries: 'auto_explain',
  'auto_explain.log_format': 'json',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
};
const reload = 'select pg_reload_conf()';
const message = /duration: ([\d.]+) ms {2}plan:\s*((?:\t.*\n)+)/g;

/** Lets PostgreSQL write the plans of the statements that it runs during `explain`. */
export function createPlanLog() {
  let log = '';
  let isOpen = false;
  const onOutput = (chunk: string) => {
    if (isOpen) log += chunk;
  };

  /**
   * The statements that PostgreSQL runs during `work`, the slowest first: the median of their times, and the plan of the
   * slowest call.
   */
  async function explain(runSql: (statements: string) => Promise<unknown>, work: () => Promise<void>) {
    const logFrom = async (milliseconds: number) => {
      await runSql(`alter system set auto_explain.log_min_duration = ${milliseconds}`);
      await runSql(reload);
    };
    log = '';
    isOpen = true;
    await logFrom(0);
    await work();
    await logFrom(-1);
    isOpen = false;
    return readStatements(log);
  }
  return { postgresOptions: { settings, onOutput }, explain };
}

function readStatements(log: string): Statement[] {
  const statements = new Map<string, { ms: number; plan: Plan }[]>();
  for (const [, duration, json] of log.matchAll(message)) {
    const { 'Query Text': text, Plan: plan }: { 'Query Text': string; Plan: Plan } = JSON.parse(json ?? '');
    statements.set(text, [...(statements.get(text) ?? []), { ms: Number(duration), plan }]);
  }
  statements.delete(reload);
  return [...statements]
    .map(([text, calls]) => ({
      text,
      calls: calls.length,
      ms: median(calls.map(({ ms }) => ms)),
      plan: calls.toSorted((a, b) => b.ms - a.ms)[0]!.plan,
    }))
    .toSorted((a, b) => b.ms - a.ms);
}

/** A line for each step of a plan, the inner ones indented. */
export function planLines(plan: Plan, depth = 1): string[] {
  const {
    'Node Type': type,
    'Relation Name': table,
    'Index Name': index,
    'Actual Rows': rows,
    Plans: inner = [],
  } = plan;
  const names = [table && `on ${table}`, index && `by ${index}`].filter(Boolean);
  const line = `${'  '.repeat(depth)}${[type, ...names].join(' ')}: ${rows ?? 0} rows`;
  return [line, ...inner.flatMap((step) => planLines(step, depth + 1))];
}
