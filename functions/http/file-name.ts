/** Longer names do not fit the file systems that they came from either. */
const longestName = 255;

/** The plain name of an uploaded file: browsers may send a path, and neither control characters nor halves of others have a place in a key. */
export function plainFileName(sent: string): string {
  const name = sent
    .replace(/^.*[\\/]/, '')
    .replace(/\p{Cc}/gu, '')
    .trim();
  if (name === '' || name === '.' || name === '..') return 'upload';
  return name.length > longestName ? name.slice(-longestName).replace(/^\p{Surrogate}/u, '') : name;
}
