/** Whether a text matches a pattern of IAM. */
export type Matcher = (text: string) => boolean;

/** Compiles a pattern, in which `*` matches any text and `?` one character. Matching takes at most the product of the lengths. */
export function matcher(pattern: string): Matcher {
  const wild = pattern.search(/[*?]/);
  if (wild < 0) return (text) => text === pattern;
  if (pattern === '*') return () => true;
  if (wild === pattern.length - 1 && pattern.endsWith('*')) {
    const beginning = pattern.slice(0, -1);
    return (text) => text.startsWith(beginning);
  }
  return (text) => matches(text, pattern);
}

/** Walks both texts and backtracks only to the last `*`, which takes one more character each time. */
function matches(text: string, pattern: string): boolean {
  let [at, wanted] = [0, 0];
  let [star, resumed] = [-1, 0];
  while (at < text.length) {
    const sign = pattern[wanted];
    if (sign === '*') {
      star = wanted;
      resumed = at;
      wanted += 1;
    } else if (sign === '?' || (sign !== undefined && sign === text[at])) {
      at += 1;
      wanted += 1;
    } else if (star >= 0) {
      wanted = star + 1;
      resumed += 1;
      at = resumed;
    } else return false;
  }
  while (pattern[wanted] === '*') wanted += 1;
  return wanted === pattern.length;
}
