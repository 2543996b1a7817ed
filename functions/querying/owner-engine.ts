import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fieldBoxes } from '../../adapters/aws/dynamodb/machine-files/field-boxes.ts';
import { lakeDirectory } from '../../adapters/aws/dynamodb/machine-files/lake-directory.ts';
import { table } from '../../adapters/aws/dynamodb/table.ts';
import { objectStore } from '../../adapters/aws/s3/object-store.ts';
import { packagedGeos } from '../../adapters/geos/packaged-geos.ts';
import { duckDbQueryEngine } from '../../adapters/query/duckdb/duckdb-query-engine.ts';
import { lakeCache } from '../../adapters/query/duckdb/lake-cache.ts';
import type { Clock } from '../../domain/clock.ts';
import { shapeOverlay } from '../../domain/query/geography/overlay.ts';
import type { QueryEngine } from '../../domain/query/query-engine.ts';

/** The engine of all functions that run queries, from the names of what it reads. Called once per cold start. */
export function ownerEngine(names: { OPERATIONS_TABLE: string; LAKE_BUCKET: string }, clock: Clock): QueryEngine {
  const lake = objectStore(names.LAKE_BUCKET);
  const geos = packagedGeos();
  const operations = table(names.OPERATIONS_TABLE);
  const engine = duckDbQueryEngine({
    directory: lakeDirectory(operations, lake),
    temporaryFolder: tmpdir(),
    overlay: async () => {
      const loaded = await geos();
      return shapeOverlay(() => loaded);
    },
    cache: lakeCache({ lake, folder: join(tmpdir(), 'furrow-lake'), clock }),
  });
  return { ...engine, fieldBoxes: fieldBoxes(operations) };
}
