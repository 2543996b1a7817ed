/** A literal of a text or of bytes as DuckDB writes it. */
export function textSql(literal: string): string {
  if (literal.startsWith('X')) return `unhex(${literal.slice(1)})`;
  if (!literal.startsWith('U&')) return literal;
  const text = literal
    .slice(2)
    .replace(/\\(\\|[0-9a-fA-F]{4})/g, (_, code: string) =>
      code === '\\' ? '\\' : String.fromCharCode(Number.parseInt(code, 16)),
    );
  // DuckDB's parser ends at NUL.
  return text.includes('\0') ? `(${text.replaceAll('\0', "' || chr(0) || '")})` : text;
}
