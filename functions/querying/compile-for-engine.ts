import type { Owner } from '../../domain/access/owner.ts';
import type { Clock } from '../../domain/clock.ts';
import type { Catalogue } from '../../domain/query/catalogue.ts';
import { type CompiledQuery, type CompileOptions, compileQuery } from '../../domain/query/compile-query.ts';
import type { QueryEngine } from '../../domain/query/query-engine.ts';
import { ownerCatalogue } from '../../domain/query/tables/owner-catalogue.ts';

/** A query that names more fields reads most of the points anyway. */
const mostFields = 100;

/**
 * Compiles a query over the owner's data for the engine that is going to run it, as the data are now. A query for certain fields reads only
 * where they have points: their boxes are read after it is settled which files the query sees, so that no point of them is outside.
 *
 * @param options.known the tables that the query may name: the owner's, or fewer of their rows.
 * @throws QueryProblem for what is no query of the owner's tables.
 */
export async function compileForEngine(
  text: string,
  owner: Pick<Owner, 'id'>,
  { engine, clock }: { engine: QueryEngine; clock: Clock },
  { known = ownerCatalogue(owner.id), ...limits }: { known?: Catalogue } & Pick<CompileOptions, 'mostRows'> = {},
): Promise<CompiledQuery> {
  const catalogue = await engine.present(owner.id, known);
  const options = { engine: engine.dialect, now: clock.now(), ...limits };
  const compiled = compileQuery(text, catalogue, options);
  const { fieldIds, tables } = compiled;
  if (!engine.fieldBoxes || fieldIds.length === 0 || fieldIds.length > mostFields) return compiled;
  const seen = await engine.see?.(owner.id, tables);
  const boxes = await engine.fieldBoxes.of(owner.id, fieldIds);
  const narrowed = boxes.size > 0 ? compileQuery(text, catalogue, { ...options, fieldBoxes: boxes }) : compiled;
  return { ...narrowed, ...(seen && { seen, unnarrowed: compiled }) };
}
