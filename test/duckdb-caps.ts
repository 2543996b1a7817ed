/** What every DuckDB of a test gets, as those of the service do: a query that wants more fails, and nothing is spilled beside the sources. */
export const duckDbCaps = { threads: '1', memory_limit: '1200MB', temp_directory: '' };
