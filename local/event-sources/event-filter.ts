/** One condition of a pattern's list, such as `"INSERT"`, `{ "prefix": "a" }` or `{ "numeric": [">", 3] }`. */
type Condition = (value: unknown) => boolean;

/**
 * Makes the test of a mapping's `FilterCriteria`: a record passes when it matches one of the patterns, or when there are none.
 * A pattern's object must match member by member; its lists are alternatives.
 *
 * @throws RangeError naming a condition that the embedded cloud does not know.
 */
export function recordFilter(patterns: unknown[]): (record: unknown) => boolean {
  if (patterns.length === 0) return () => true;
  const matchers = patterns.map(matcher);
  return (record) => matchers.some((matches) => matches(record));
}

function matcher(pattern: unknown): (value: unknown) => boolean {
  if (Array.isArray(pattern)) {
    const conditions = pattern.map(condition);
    return (value) => (Array.isArray(value) ? value : [value]).some((one) => conditions.some((holds) => holds(one)));
  }
  if (typeof pattern !== 'object' || pattern === null) {
    throw new RangeError(`a filter pattern holds objects and lists, not ${JSON.stringify(pattern)}`);
  }
  const members = Object.entries(pattern).map(([name, inner]) => ({ name, matches: matcher(inner) }));
  return (value) => members.every(({ name, matches }) => matches((value as Record<string, unknown> | null)?.[name]));
}

function condition(wanted: unknown): Condition {
  if (typeof wanted !== 'object' || wanted === null) return (value) => value === wanted;
  const [[name, argument] = []] = Object.entries(wanted);
  const make = conditions[name ?? ''];
  if (make) return make(argument);
  throw new RangeError(`the embedded cloud does not know the filter ${JSON.stringify(wanted)}`);
}

const conditions: Record<string, (argument: unknown) => Condition> = {
  exists: (wanted) => (value) => (value !== undefined) === wanted,
  prefix: (start) => (value) => typeof value === 'string' && value.startsWith(String(start)),
  suffix: (end) => (value) => typeof value === 'string' && value.endsWith(String(end)),
  'equals-ignore-case': (text) => (value) =>
    typeof value === 'string' && value.toLowerCase() === String(text).toLowerCase(),
  'anything-but': (refused) => {
    const conditions = (Array.isArray(refused) ? refused : [refused]).map(condition);
    return (value) => value !== undefined && !conditions.some((holds) => holds(value));
  },
  numeric: (comparisons) => {
    const list = comparisons as [string, number][number][];
    return (value) => {
      for (let i = 0; i < list.length; i += 2) {
        if (typeof value !== 'number' || !compare(value, String(list[i]), Number(list[i + 1]))) return false;
      }
      return true;
    };
  },
};

function compare(value: number, operator: string, bound: number): boolean {
  switch (operator) {
    case '=':
      return value === bound;
    case '<':
      return value < bound;
    case '<=':
      return value <= bound;
    case '>':
      return value > bound;
    case '>=':
      return value >= bound;
    default:
      throw new RangeError(`a numeric filter compares with = < <= > >=, not ${operator}`);
  }
}
