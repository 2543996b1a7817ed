/** Longer names do not fit the file systems that they came from either. */
const maxName = 255;

/** The plain name of an uploaded file: browsers may send a path, and neither control characters nor halves of others have a place in a key. */
export function plainFileName(sent: string): string {
  const name = sent
    .replace(/^.*[\\/]/, '')
    .replace(/\p{Cc}/gu, '')
    .trim();
  if (name === '' || name === '.' || name === '..') return 'upload';
  return name.length > maxName ? name.slice(-maxName).replace(/^\p{Surrogate}/u, '') : name;
}
