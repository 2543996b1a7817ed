import { createRequire } from 'node:module';
import type * as bindingsModule from '@duckdb/node-bindings';

let loaded: typeof bindingsModule | undefined;

/** DuckDB's functions on whole vectors, which its package for Node.js has only value by value. Loaded when they are first needed. */
export function duckDbBindings(): typeof bindingsModule {
  loaded ??= createRequire(import.meta.url)('@duckdb/node-bindings') as typeof bindingsModule;
  return loaded;
}
