/**
 * A text as an SQL string literal.
 *
 * @example text("O'Brien") // 'O''Brien'
 */
export function text(value: string): string {
  return `'${withoutNul(value).replaceAll("'", "''")}'`;
}

/**
 * A name as a quoted SQL identifier.
 *
 * @example `select ${identifier('Yld Mass')} from raw` // select "Yld Mass" from raw
 */
export function identifier(name: string): string {
  return `"${withoutNul(name).replaceAll('"', '""')}"`;
}

/** Replaces NUL, which would end a statement. Damaged files contain it in names. */
function withoutNul(value: string): string {
  return value.replaceAll('\0', '\uFFFD');
}
