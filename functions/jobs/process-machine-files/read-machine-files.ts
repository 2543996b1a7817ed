import { tmpdir } from 'node:os';
import { serveParent } from '../../../adapters/containment/serve.ts';
import { loadDuckDb } from '../../../adapters/duckdb/duckdb.ts';
import { machineFileEngine } from '../../../adapters/machine-files/engine.ts';
import { engineServices } from '../../../adapters/machine-files/engine-services.ts';

// Loading takes longer than reading most files. GDAL, which takes three times as long as DuckDB, waits for what needs it.
await loadDuckDb();

/** The program of the processes in which machine files are read. */
serveParent((parent) => engineServices(machineFileEngine, tmpdir(), parent));
