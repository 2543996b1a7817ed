import { fileURLToPath } from 'node:url';
import type { OwnerProgram } from '../../../adapters/query/duckdb/process/owner-process.ts';

/** The program of owners' processes as its source. */
export const ownerProgram: OwnerProgram = {
  path: fileURLToPath(new URL('../../../functions/areas/query/execution/query-process.ts', import.meta.url)),
  execArgv: ['--import', 'tsx'],
};
