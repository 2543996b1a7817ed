import type { OwnerProgram } from '../../../adapters/query/duckdb/process/owner-process.ts';
import { bundledProgram } from '../../../local/athena/bundled-program.ts';

const source = new URL('../../../functions/areas/query/execution/query-process.ts', import.meta.url);

/** The program of owners' processes, bundled from its source. */
export const ownerProgram: OwnerProgram = { path: await bundledProgram(source) };
