import type { Owner } from '../../domain/access/owner.ts';
import type { Clock } from '../../domain/clock.ts';
import { type CompiledQuery, compileQuery } from '../../domain/query/compile-query.ts';
import type { QueryEngine } from '../../domain/query/query-engine.ts';
import { ownerCatalogue } from '../../domain/query/tables/owner-catalogue.ts';

/**
 * Compiles a query over the owner's data for the engine that is going to run it, as the data are now.
 *
 * @throws QueryProblem for what is no query of the owner's tables.
 */
export async function compileForEngine(
  text: string,
  owner: Pick<Owner, 'id'>,
  { engine, clock }: { engine: QueryEngine; clock: Clock },
): Promise<CompiledQuery> {
  const catalogue = await engine.present(owner.id, ownerCatalogue(owner.id));
  return compileQuery(text, catalogue, { engine: engine.dialect, now: clock.now() });
}
