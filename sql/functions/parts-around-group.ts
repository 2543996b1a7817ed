/** A pattern's flags at its start, the part before its group, and the group with the rest. */
export interface PartsAroundGroup {
  flags: string;
  before: string;
  rest: string;
}

/**
 * Splits a regular expression (RE2) with one unnamed capturing group.
 *
 * @returns undefined if the group may match nothing or several times, or if flags change within the pattern.
 */
export function partsAroundGroup(pattern: string): PartsAroundGroup | undefined {
  const flags = /^(\(\?[a-zA-Z-]+\))*/.exec(pattern)?.[0] ?? '';
  const body = pattern.slice(flags.length);
  let depth = 0;
  let start: number | undefined;
  let end: number | undefined;
  for (const { index, text } of signsOf(body)) {
    const isInGroup = start !== undefined && end === undefined;
    if (text === '|' ? depth === 0 : /^\(\?[a-zA-Z-]+\)$/.test(text)) return undefined;
    if (text.startsWith('(')) {
      if (text !== '(?') {
        if (depth > 0) return undefined;
        start = index;
      }
      depth += 1;
    } else if (text === ')') {
      depth -= 1;
      if (depth === 0 && isInGroup) end = index;
    }
  }
  if (start === undefined || end === undefined || /^[?*+{]/.test(body.slice(end + 1))) return undefined;
  return { flags, before: body.slice(0, start), rest: body.slice(start) };
}

/** Parentheses and bars of a pattern, without escaped ones and those in character classes. */
function signsOf(pattern: string): { index: number; text: string }[] {
  const parts = /\\Q.*?(?:\\E|$)|\\.|\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]?|\(\?[a-zA-Z-]+\)|\(\?|[()|]/gs;
  return [...pattern.matchAll(parts)]
    .filter(([text]) => !/^[\\[]/.test(text))
    .map(({ index, 0: text }) => ({ index, text }));
}
