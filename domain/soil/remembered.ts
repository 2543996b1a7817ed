/** Different texts that are remembered: a file has few headings and units, and many results. */
const most = 10_000;

/**
 * A function of a text that computes each answer once.
 *
 * @example const analyte = remembered(analyteNamed);
 */
export function remembered<T>(find: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined || known.has(text)) return found as T;
    const answer = find(text);
    if (known.size < most) known.set(text, answer);
    return answer;
  };
}
