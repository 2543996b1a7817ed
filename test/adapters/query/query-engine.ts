import { duckDbQueryEngine } from '../../../adapters/query/duckdb/duckdb-query-engine.ts';
import { compileQuery } from '../../../domain/query/compile-query.ts';
import { shapeOverlay } from '../../../domain/query/geography/overlay.ts';
import { ownerCatalogue } from '../../../domain/query/tables/owner-catalogue.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/** Where exports are written. */
export const exportFolder = temporaryFolder('engine');

const overlay = shapeOverlay(() => {
  throw new Error('no overlay is asked for');
});

/** DuckDB for an owner without points. */
export const engine = duckDbQueryEngine({
  directory: { files: async () => new Map() },
  cache: { pathsOf: async () => new Map() },
  overlay: async () => overlay,
  temporaryFolder: exportFolder,
});

export const compiled = (text: string) => compileQuery(text, ownerCatalogue('owner-a'), { engine: 'duckdb', now: 0 });
