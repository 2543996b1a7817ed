import { duckDbQueryEngine } from '../../../adapters/query/duckdb/duckdb-query-engine.ts';
import { ownerProcesses } from '../../../adapters/query/duckdb/process/owner-processes.ts';
import type { QueryEngine } from '../../../domain/query/query-engine.ts';
import { ownerCatalogue } from '../../../domain/query/tables/owner-catalogue.ts';
import { compileQuery } from '../../../sql/compile-query.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { ownerProgram } from './owner-program.ts';

/** Processes of the engine, which end with the tests. */
const processes = ownerProcesses(ownerProgram);

/** DuckDB for an owner without points, and the folder of its exports: both of one suite, since several share a process. */
export function engineForTests(): { engine: QueryEngine; folder: string } {
  const folder = temporaryFolder('engine');
  const engine = duckDbQueryEngine({
    directory: { files: async () => ({ tables: new Map(), leftOut: { ingestIds: [], svcUserIds: [] } }) },
    cache: { pathsOf: async () => new Map() },
    processes,
    temporaryFolder: folder,
  });
  return { engine, folder };
}

export const compiled = (text: string) => compileQuery(text, ownerCatalogue('owner-a'), { engine: 'duckdb', now: 0 });
