/** Longer names do not fit the file systems that they came from either. */
const maxName = 255;

/**
 * The name of an uploaded file without a path, control characters and half a surrogate pair; `upload` if nothing is left.
 *
 * @example plainFileName('C:\\data\\a.zip') // 'a.zip'
 */
export function plainFileName(sent: string): string {
  const name = sent
    .replace(/^.*[\\/]/, '')
    .replace(/\p{Cc}/gu, '')
    .trim();
  if (name === '' || name === '.' || name === '..') return 'upload';
  return name.length > maxName ? name.slice(-maxName).replace(/^\p{Surrogate}/u, '') : name;
}
