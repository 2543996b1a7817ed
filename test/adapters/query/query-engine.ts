import { duckDbQueryEngine } from '../../../adapters/query/duckdb/duckdb-query-engine.ts';
import { ownerProcesses } from '../../../adapters/query/duckdb/process/owner-processes.ts';
import { compileQuery } from '../../../domain/query/compile-query.ts';
import { ownerCatalogue } from '../../../domain/query/tables/owner-catalogue.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { ownerProgram } from './owner-program.ts';

/** Where exports are written. */
export const exportFolder = temporaryFolder('engine');

/** They end with the tests. */
const processes = ownerProcesses(ownerProgram);

/** DuckDB for an owner without points. */
export const engine = duckDbQueryEngine({
  directory: { files: async () => ({ tables: new Map(), leftOut: { ingestIds: [], svcUserIds: [] } }) },
  cache: { pathsOf: async () => new Map() },
  processes,
  temporaryFolder: exportFolder,
});

export const compiled = (text: string) => compileQuery(text, ownerCatalogue('owner-a'), { engine: 'duckdb', now: 0 });
