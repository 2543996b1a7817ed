/** A word for a POSIX shell, whatever it holds; quoted only where it needs to be. */
export function shellWord(text: string): string {
  return /^[\w./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
