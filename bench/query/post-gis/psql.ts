import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { programs } from './cluster.ts';

/** A session of psql, which runs one statement after the other. */
export interface Psql {
  /** The rows as lines, columns separated by `|`. @throws Error with PostgreSQL's message. */
  ask(sql: string): Promise<string>;
  end(): Promise<void>;
}

/** The line printed after the rows of each statement. */
const end = '-- end of the rows --';

/** @param connection options of psql. */
export function openPsql(connection: readonly string[]): Psql {
  const options = ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-f', '-'];
  const child = spawn(join(programs, 'psql'), [...connection, ...options], { stdio: 'pipe', cwd: '/' });
  let said: string[] = [];
  let failed = '';
  let settle: { resolve(rows: string): void; reject(reason: Error): void } | undefined;
  child.stdout.setEncoding('utf8').on('data', (some: string) => {
    said.push(some);
    if (!`${said.at(-2) ?? ''}${some}`.endsWith(`${end}\n`)) return;
    const rows = said.join('').slice(0, -end.length - 1);
    said = [];
    settle?.resolve(rows);
  });
  child.stderr.setEncoding('utf8').on('data', (some: string) => {
    failed += some;
  });
  child.on('error', (reason) => settle?.reject(reason));
  child.on('close', () => settle?.reject(new Error(`psql ended: ${failed}`)));
  return {
    ask: (sql) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject };
        child.stdin.write(`${sql};\n\\echo '${end}'\n`);
      }),
    async end() {
      const ended = once(child, 'close');
      child.stdin.end();
      if (child.exitCode === null) await ended;
    },
  };
}
