import type { Owner } from '../../domain/access/owner.ts';
import { compileQuery } from '../../domain/query/compile-query.ts';
import type { QueryLimits } from '../../domain/query/query-engine.ts';
import { ownerCatalogue } from '../../domain/query/tables/owner-catalogue.ts';
import type { QueryServices } from './services.ts';

/** An answer of Lambda holds 6 MB, of which its own escapes take some; and nobody reads more rows than these at once. */
const limits: QueryLimits = { rows: 50_000, bytes: 4_000_000, milliseconds: 24_000 };

/** Compiles a query, runs it over the owner's data and answers its rows. */
export async function answerQuery(text: string, owner: Owner, { engine, clock }: QueryServices) {
  const compiled = compileQuery(text, ownerCatalogue(owner.id), { engine: 'duckdb', now: clock.now() });
  const { rows, truncated } = await engine.run(owner.id, compiled, limits);
  if (rows.length === 0) return { status: 204 as const };
  return { status: 200 as const, body: rows, ...(truncated && { headers: { 'x-truncated': 'true' } }) };
}
