import type { Owner } from '../../domain/access/owner.ts';
import { compileForEngine } from './compile-for-engine.ts';
import type { QueryServices } from './services.ts';
import { withinTime } from './within-time.ts';

/** An answer of Lambda holds 6 MB, of which its own escapes take some; and nobody reads more rows than these at once. */
const limits = { rows: 50_000, bytes: 4_000_000 };
const milliseconds = 24_000;

/** Compiles a query, runs it over the owner's data and answers its rows. */
export async function answerQuery(text: string, owner: Owner, { engine, clock }: QueryServices) {
  const compiled = await compileForEngine(text, owner, { engine, clock });
  const { rows, truncated } = await withinTime(milliseconds, (signal) =>
    firstRows(engine.rows(owner.id, compiled, signal)),
  );
  if (rows.length === 0) return { status: 204 as const };
  const body = JSON.parse(`[${rows.join()}]`);
  return { status: 200 as const, body, ...(truncated && { headers: { 'x-truncated': 'true' } }) };
}

async function firstRows(pieces: AsyncIterable<readonly string[]>): Promise<{ rows: string[]; truncated: boolean }> {
  const rows: string[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    for (const row of piece) {
      bytes += row.length + 1;
      if (rows.length === limits.rows || bytes > limits.bytes) return { rows, truncated: true };
      rows.push(row);
    }
  }
  return { rows, truncated: false };
}
