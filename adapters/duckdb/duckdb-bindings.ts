import { createRequire } from 'node:module';
import type * as bindingsModule from '@duckdb/node-bindings';

let loaded: typeof bindingsModule | undefined;

/**
 * DuckDB's functions on whole vectors, which its package for Node.js offers only for single values. Loaded at the first
 * call.
 *
 * @example const { vector_get_data } = duckDbBindings();
 */
export function duckDbBindings(): typeof bindingsModule {
  loaded ??= createRequire(import.meta.url)('@duckdb/node-bindings') as typeof bindingsModule;
  return loaded;
}
