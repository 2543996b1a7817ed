import { type CompiledQuery, compileQuery } from '../../domain/query/compile-query.ts';
import type { QueryEngine } from '../../domain/query/query-engine.ts';
import { ownerCatalogue } from '../../domain/query/tables/owner-catalogue.ts';

/**
 * A query as an engine runs it for an owner. Whoever runs a query, now or later, compiles it here.
 *
 * @param now what CURRENT_TIMESTAMP is, in milliseconds since 1970.
 * @throws QueryProblem for what is no query of the owner's tables.
 */
export function compileFor(ownerId: string, text: string, now: number, { dialect }: QueryEngine): CompiledQuery {
  return compileQuery(text, ownerCatalogue(ownerId), { engine: dialect, now });
}
