import { spawn } from 'node:child_process';
import { join } from 'node:path';

const end = '--end of the rows--';

/** One psql for many statements: starting it takes longer than most of them. `bin`: the folder of PostgreSQL's programs */
export function openSql(bin: string, url: string) {
  const psql = spawn(join(bin, 'psql'), [url, '-qAtX', '-v', 'ON_ERROR_STOP=0'], { stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  let problem = '';
  const waiting: { resolve: (rows: string[]) => void; reject: (error: Error) => void }[] = [];
  psql.stderr.setEncoding('utf8').on('data', (text) => (problem += text));
  psql.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
    for (let at = output.indexOf(end); at >= 0; at = output.indexOf(end)) {
      const rows = output.slice(0, at).split('\n').filter(Boolean);
      output = output.slice(at + end.length + 1);
      const next = waiting.shift();
      if (problem) next?.reject(new Error(problem));
      else next?.resolve(rows);
      problem = '';
    }
  });
  return {
    /** The rows as text. */
    run: (statement: string) =>
      new Promise<string[]>((resolve, reject) => {
        waiting.push({ resolve, reject });
        psql.stdin.write(`${statement};\n\\echo '${end}'\n`);
      }),
    close: () => psql.stdin.end(),
  };
}
