import type { Owner } from '../../../../domain/access/owner.ts';
import type { Clock } from '../../../../domain/clock.ts';
import type { MachineFileDirectory } from '../../../../domain/machine-files/machine-file-store.ts';
import { invalidQueryProblem } from '../../../../domain/query/problem.ts';
import type { LakeQuery, QueryEngine } from '../../../../domain/query/query-engine.ts';
import { filesNamed, ownerCatalogue, withoutFiles } from '../../../../domain/query/tables/owner-catalogue.ts';
import { type UnitsOfFile, withUnitsOfFiles } from '../../../../domain/query/tables/points-of-file.ts';
import type { Catalogue } from '../../../../sql/catalogue.ts';
import { type AnalysedQuery, analyseQuery, namesCells, type PrintOptions } from '../../../../sql/compile-query.ts';
import type { CellGrid } from '../../../../sql/geography/cell-grid.ts';
import { InvalidQuery } from '../../../../sql/invalid-query.ts';

/** A query that names more fields reads most of the points anyway. */
const maxFields = 100;

interface CompileServices {
  engine: QueryEngine;
  clock: Clock;
  machineFiles: Pick<MachineFileDirectory, 'many'>;
  /** The cells of H3, loaded for queries that name them. */
  hexGrid: () => Promise<CellGrid>;
}

/**
 * Compiles a query over the owner's data for the engine that is going to run it, as the data are now. A query for certain fields reads only
 * where they have points: their boxes are read after it is settled which files the query sees, so that no point of them is outside.
 *
 * @param options.known the tables that the query may name: the owner's, or fewer of their rows.
 * @throws Problem (400) for an invalid query, or one of tables that the owner does not have.
 * @example const compiled = await compileForEngine(text, owner, { engine, clock, machineFiles, hexGrid });
 */
export async function compileForEngine(
  text: string,
  owner: Pick<Owner, 'id'>,
  services: CompileServices,
  options: { known?: Catalogue } & Pick<PrintOptions, 'maxRows'> = {},
): Promise<LakeQuery> {
  try {
    return await compile(text, owner.id, services, options);
  } catch (error) {
    throw error instanceof InvalidQuery ? invalidQueryProblem(error) : error;
  }
}

async function compile(
  text: string,
  ownerId: string,
  services: CompileServices,
  { known = ownerCatalogue(ownerId), ...limits }: { known?: Catalogue } & Pick<PrintOptions, 'maxRows'>,
): Promise<LakeQuery> {
  const { engine } = services;
  const analysed = await analyse(text, ownerId, await engine.present(ownerId, known), services);
  const options = { engine: engine.dialect, ...limits };
  const compiled = analysed.print(options);
  const { keys: fieldIds, tables } = compiled;
  if (!engine.fieldBoxes || fieldIds.length === 0 || fieldIds.length > maxFields) return compiled;
  const seen = await engine.see?.(ownerId, tables);
  const boxes = await engine.fieldBoxes.of(ownerId, fieldIds);
  const narrowed = boxes.size > 0 ? analysed.print({ ...options, boxes }) : compiled;
  return { ...narrowed, ...(seen && { seen, unnarrowed: compiled }) };
}

/** Tables of single files come in the units of their file, which is known once the query has named it. */
async function analyse(
  text: string,
  ownerId: string,
  catalogue: Catalogue,
  { clock, machineFiles, hexGrid }: CompileServices,
): Promise<AnalysedQuery> {
  const options = { now: clock.now(), cells: namesCells(text) ? await hexGrid() : undefined };
  const analysed = analyseQuery(text, catalogue, options);
  const named = filesNamed(analysed.scans);
  if (named.length === 0) return analysed;
  const units = await unitsOf(named, ownerId, machineFiles);
  const missing = named.filter((id) => !units.has(id));
  // Says which table is missing, and where it is named.
  if (missing.length > 0) analyseQuery(text, withoutFiles(catalogue, missing), options);
  return analyseQuery(text, withUnitsOfFiles(catalogue, units), options);
}

/** Records are read only of files whose tables the query names. */
async function unitsOf(
  named: readonly string[],
  ownerId: string,
  machineFiles: CompileServices['machineFiles'],
): Promise<Map<string, UnitsOfFile>> {
  const files = await machineFiles.many(ownerId, named);
  return new Map(files.map(({ id, units = {} }) => [id, units]));
}
