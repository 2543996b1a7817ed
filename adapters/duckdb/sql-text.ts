/** A text as an SQL string literal. */
export function text(value: string): string {
  return `'${withoutNul(value).replaceAll("'", "''")}'`;
}

/** A name as a quoted SQL identifier. */
export function identifier(name: string): string {
  return `"${withoutNul(name).replaceAll('"', '""')}"`;
}

/** Replaces NUL, which would end a statement. Damaged files contain it in names. */
function withoutNul(value: string): string {
  return value.replaceAll('\0', '\uFFFD');
}
