/** Longer names do not fit the file systems that they came from either. */
const longestName = 255;

/** The plain name of an uploaded file: browsers may send a path, and control characters have no place in a key. */
export function plainFileName(sent: string): string {
  const name = sent
    .replace(/^.*[\\/]/, '')
    .replace(/\p{Cc}/gu, '')
    .trim();
  if (name === '' || name === '.' || name === '..') return 'upload';
  return name.length > longestName ? name.slice(-longestName) : name;
}
