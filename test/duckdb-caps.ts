/** Limits of every DuckDB in tests, as in the service: a query that needs more fails, and nothing is spilled beside the sources. */
export const duckDbCaps = { threads: '1', memory_limit: '1200MB', temp_directory: '' };
