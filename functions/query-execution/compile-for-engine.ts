import type { Owner } from '../../domain/access/owner.ts';
import type { Clock } from '../../domain/clock.ts';
import type { MachineFileDirectory } from '../../domain/machine-files/machine-file-store.ts';
import type { Catalogue } from '../../domain/query/catalogue.ts';
import { type CompiledQuery, type CompileOptions, compileQuery } from '../../domain/query/compile-query.ts';
import type { QueryEngine } from '../../domain/query/query-engine.ts';
import { filesNamed, ownerCatalogue, withoutFiles } from '../../domain/query/tables/owner-catalogue.ts';
import { type UnitsOfFile, withUnitsOfFiles } from '../../domain/query/tables/points-of-file.ts';

/** A query that names more fields reads most of the points anyway. */
const maxFields = 100;

interface CompileServices {
  engine: QueryEngine;
  clock: Clock;
  machineFiles: Pick<MachineFileDirectory, 'many'>;
}

/**
 * Compiles a query over the owner's data for the engine that is going to run it, as the data are now. A query for certain fields reads only
 * where they have points: their boxes are read after it is settled which files the query sees, so that no point of them is outside.
 *
 * @param options.known the tables that the query may name: the owner's, or fewer of their rows.
 * @throws QueryProblem for an invalid query, or one of tables that the owner does not have.
 */
export async function compileForEngine(
  text: string,
  owner: Pick<Owner, 'id'>,
  { engine, clock, machineFiles }: CompileServices,
  { known = ownerCatalogue(owner.id), ...limits }: { known?: Catalogue } & Pick<CompileOptions, 'maxRows'> = {},
): Promise<CompiledQuery> {
  const presented = await engine.present(owner.id, known);
  const options = { engine: engine.dialect, now: clock.now(), ...limits };
  const first = compileQuery(text, presented, options);
  const named = filesNamed(first.scans);
  const units = await unitsOf(named, owner.id, machineFiles);
  const missing = named.filter((id) => !units.has(id));
  // Says which table is missing, and where it is named.
  if (missing.length > 0) compileQuery(text, withoutFiles(presented, missing), options);
  const catalogue = withUnitsOfFiles(presented, units);
  const compiled = named.length > 0 ? compileQuery(text, catalogue, options) : first;
  const { fieldIds, tables } = compiled;
  if (!engine.fieldBoxes || fieldIds.length === 0 || fieldIds.length > maxFields) return compiled;
  const seen = await engine.see?.(owner.id, tables);
  const boxes = await engine.fieldBoxes.of(owner.id, fieldIds);
  const narrowed = boxes.size > 0 ? compileQuery(text, catalogue, { ...options, fieldBoxes: boxes }) : compiled;
  return { ...narrowed, ...(seen && { seen, unnarrowed: compiled }) };
}

/** Records are read only of files whose tables the query names. */
async function unitsOf(
  named: readonly string[],
  ownerId: string,
  machineFiles: CompileServices['machineFiles'],
): Promise<Map<string, UnitsOfFile>> {
  const files = named.length > 0 ? await machineFiles.many(ownerId, named) : [];
  return new Map(files.map(({ id, units = {} }) => [id, units]));
}
