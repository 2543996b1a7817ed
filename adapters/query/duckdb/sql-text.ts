/** A text as DuckDB writes it. */
export function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
