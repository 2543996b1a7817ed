import { isWord, type Part, quotedIn, TrinoProblem, trimmed } from './trino/parts.ts';

export interface Unload {
  select: Part[];
  /** `s3://bucket/prefix/` */
  to: string;
}

/** The parts of `UNLOAD (SELECT …) TO 's3://…' WITH (…)`; undefined for another statement. */
export function unloadOf(parts: readonly Part[]): Unload | undefined {
  const [unload, select, to, address, ...options] = trimmed(parts).filter(({ kind }) => kind !== 'space');
  if (!isWord(unload, 'UNLOAD')) return undefined;
  if (select?.kind !== 'group' || !isWord(to, 'TO') || address?.kind !== 'text') {
    throw new TrinoProblem('SYNTAX_ERROR', 'line 1:1: mismatched input in UNLOAD');
  }
  const said = JSON.stringify(options).toUpperCase();
  if (!said.includes('PARQUET')) throw new TrinoProblem('NOT_SUPPORTED', 'The embedded Athena unloads Parquet alone');
  return { select: select.parts, to: quotedIn(address) };
}

/** Refuses types that Hive cannot write. @throws TrinoProblem */
export function checkUnloadTypes(columns: readonly { name: string; type: string }[]): void {
  for (const { name, type } of columns) {
    if (/TIMESTAMP/.test(type)) {
      throw new TrinoProblem(
        'NOT_SUPPORTED',
        `Incorrect timestamp precision for timestamp(6); the configured precision is MILLISECONDS; column name: ${name}`,
      );
    }
    if (/\bTIME\b/.test(type)) throw new TrinoProblem('NOT_SUPPORTED', 'Unsupported Hive type: time(6)');
  }
}
