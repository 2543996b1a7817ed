/** A text as SQL writes it. */
export function text(value: string): string {
  return `'${withoutNul(value).replaceAll("'", "''")}'`;
}

/** A name as SQL writes it. */
export function identifier(name: string): string {
  return `"${withoutNul(name).replaceAll('"', '""')}"`;
}

/** A statement ends at the first of these, wherever it stands. Damaged files have them in names. */
function withoutNul(value: string): string {
  return value.replaceAll('\0', '\uFFFD');
}
