/**
 * A path without the slashes at its end.
 *
 * @example withoutLastSlashes('/users//') // '/users'
 */
export function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
