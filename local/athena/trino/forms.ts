import { normalForm } from '../../../sql/functions/text/normal-forms.ts';
import { isSign, isWord, type Part, separated, TrinoProblem, trimmed } from './parts.ts';
import { write } from './translate.ts';
import { duckDbType } from './type-name.ts';

/** Writes a call from the parts between its brackets. */
type Form = (inside: readonly Part[]) => string;

interface Lambda {
  parameters: string[];
  body: Part[];
}

const invalid = (name: string) =>
  new TrinoProblem('NOT_SUPPORTED', `The embedded Athena does not know this form of ${name}`);

/** `x -> …` or `(x, y) -> …`. */
function lambdaOf(parts: readonly Part[] | undefined, name: string): Lambda {
  const arrow = parts?.findIndex((part) => isSign(part, '->')) ?? -1;
  if (!parts || arrow < 0) throw invalid(name);
  const [head] = trimmed(parts.slice(0, arrow));
  const names = head?.kind === 'group' ? separated(head.parts).map(([one]) => one) : [head];
  const parameters = names.map((one) => (one?.kind === 'word' ? one.text : ''));
  return { parameters, body: trimmed(parts.slice(arrow + 1)) };
}

const arrowSql = ({ parameters, body }: Lambda): string => `(${parameters.join(', ')}) -> ${write(body)}`;

/** The parts with a name replaced by other parts. */
function replaced(parts: readonly Part[], names: ReadonlyMap<string, string>): Part[] {
  return parts.map((part, index): Part => {
    if (part.kind === 'group') return { ...part, parts: replaced(part.parts, names) };
    const other = part.kind === 'word' && !isSign(parts[index - 1], '.') ? names.get(part.text) : undefined;
    return other === undefined ? part : { kind: 'word', text: other };
  });
}

const overElements =
  (name: string, to: string): Form =>
  (inside) => {
    const [array, lambda] = separated(inside);
    return `${to}(${write(array ?? [])}, ${arrowSql(lambdaOf(lambda, name))})`;
  };

/** Nothing matches in an empty array; NULLs count only if nothing else matches. */
const anyMatch: Form = (inside) => {
  const [array = [], lambda] = separated(inside);
  const list = write(array);
  const matches = `list_transform(${list}, ${arrowSql(lambdaOf(lambda, 'any_match'))})`;
  return `CASE WHEN len(${list}) = 0 THEN FALSE ELSE list_bool_or(${matches}) END`;
};

/** DuckDB's reduce returns only the type of the elements, so elements and accumulator are members of one struct. */
const reduce: Form = (inside) => {
  const [array = [], start = [], step, last] = separated(inside);
  const { parameters, body } = lambdaOf(step, 'reduce');
  const names = new Map([
    [parameters[0] ?? '', 'p_.a'],
    [parameters[1] ?? '', 'q_.e'],
  ]);
  const end = lambdaOf(last, 'reduce');
  const list = write(array);
  const elements = `list_concat([{'a': ${write(start)}, 'e': NULL}], list_transform(${list}, e_ -> {'a': NULL, 'e': e_}))`;
  const made = `list_reduce(${elements}, (p_, q_) -> {'a': ${write(replaced(body, names))}, 'e': NULL})`;
  return `CASE WHEN ${list} IS NULL THEN NULL ELSE list_transform([${made}.a], ${arrowSql(end)})[1] END`;
};

const zipWith: Form = (inside) => {
  const [one = [], other = [], lambda] = separated(inside);
  const { parameters, body } = lambdaOf(lambda, 'zip_with');
  const names = new Map(parameters.map((name, index) => [name, `z_[${index + 1}]`]));
  return `list_transform(list_zip(${write(one)}, ${write(other)}), z_ -> ${write(replaced(body, names))})`;
};

/** Arrays are sorted by their elements, or by the second member of pairs in descending order, the only comparison that the compiler prints. */
const arraySort: Form = (inside) => {
  const [array = [], comparison] = separated(inside);
  if (!comparison) return `trino_array_sort(${write(array)})`;
  if (!/WHEN a\[2\] > b\[2\] THEN -1/.test(write(comparison))) throw invalid('array_sort');
  return `list_transform(list_sort(list_transform(${write(array)}, e_ -> {'n': -CAST(e_.value AS BIGINT), 'k': e_.key})), e_ -> row(e_.k, -e_.n))`;
};

/** Trino writes groups as `$1`, and escapes `$` and backslashes with a backslash; DuckDB writes groups as `\1`. */
function replacement(text: string): string {
  return text.replace(/\\([\\$])|\$(\d)/g, (_, sign: string | undefined, group: string | undefined) =>
    group ? `\\${group}` : sign === '\\' ? '\\\\' : (sign ?? ''),
  );
}

const regexpReplace: Form = (inside) => {
  const [value = [], pattern = [], by] = separated(inside);
  const text = write(value);
  // RE2 has no lookahead; the compiler prints one pattern that uses it, followed by another for the end.
  const regex = write(pattern).replace("'-(\\d)(?=-|$)'", "'-(\\d)-'");
  if (!by) return `regexp_replace(${text}, ${regex}, '', 'g')`;
  if (!by.some((part) => isSign(part, '->'))) {
    const to = regex.endsWith("-(\\d)-'") ? "'-0\\1-'" : replacement(write(by));
    return `regexp_replace(${text}, ${regex}, ${to}, 'g')`;
  }
  const { parameters, body } = lambdaOf(by, 'regexp_replace');
  const groups = [1, 2].map((group) => `regexp_extract(m_, ${regex}, ${regex.includes('(') ? group : 0})`);
  const count = (regex.match(/\((?!\?)/g) ?? []).length;
  const found = `regexp_extract_all(${text}, ${regex})`;
  const made = write(replaced(body, new Map([[parameters[0] ?? '', `[${groups.slice(0, count).join(', ')}]`]])));
  const between = `string_split_regex(${text}, ${regex})`;
  return `array_to_string(list_transform(range(len(${between})), i_ -> ${between}[i_ + 1] || coalesce(list_transform(${found}, m_ -> ${made})[i_ + 1], '')), '')`;
};

const directives: Record<string, string> = { i: 'M', M: 'B', W: 'A', s: 'S', h: 'I' };

/** Formats are those of MySQL. */
const withFormat =
  (name: string): Form =>
  (inside) => {
    const [value = [], format = []] = separated(inside);
    const pattern = write(format).replace(/%(.)/g, (_, letter: string) => `%${directives[letter] ?? letter}`);
    return `trino_${name}(${write(value)}, ${pattern})`;
  };

const dateAdd: Form = (inside) => {
  const [unit = [], amount = [], value = []] = separated(inside);
  const name = write(unit)
    .replace(/^CAST\(|'| AS VARCHAR\)$/g, '')
    .toLowerCase();
  return `trino_date_add_${name}(${write(amount)}, ${write(value)})`;
};

const cast =
  (word: 'CAST' | 'TRY_CAST'): Form =>
  (inside) => {
    const as = inside.findLastIndex((part) => isWord(part, 'AS'));
    if (as < 0) throw invalid(word);
    const value = write(trimmed(inside.slice(0, as)));
    const type = duckDbType(trimmed(inside.slice(as + 1)));
    // A literal has the type of a text of its own length, which the cast removes.
    if (type === 'VARCHAR' && /^'(?:[^']|'')*'$/.test(value)) return value;
    if (type === 'JSON') return `trino_cast_json(${value})`;
    // The digits with which a double is printed, not those of its exact binary value.
    if (type.startsWith('DECIMAL')) return `${word}(CAST(${value} AS VARCHAR) AS ${type})`;
    if (type === 'VARCHAR') return `trino_cast_varchar(${value})`;
    if (type === 'DOUBLE' && word === 'CAST') return `trino_cast_double(${value})`;
    if (type === 'BIGINT') return `trino_${word.toLowerCase()}_bigint(${value})`;
    return `${word}(${value} AS ${type})`;
  };

/** The normalization form is a keyword. */
const normalize: Form = (inside) => {
  const [text = [], form = []] = separated(inside);
  return `${normalForm}(${write(text)}, '${write(form).trim()}')`;
};

/** The compiler wraps elements in rows, so that Trino keeps rows and NULLs; DuckDB keeps them anyway. */
const unnest: Form = (inside) => {
  const [call, group] = inside;
  const [array, wrapped] = isWord(call, 'TRANSFORM') && group?.kind === 'group' ? separated(group.parts) : [];
  if (!array || !wrapped || !/^\(x\) -> row\(x\)$/.test(arrowSql(lambdaOf(wrapped, 'unnest')))) throw invalid('unnest');
  return `unnest(${write(array)})`;
};

const conditional: Form = (inside) => {
  const [when = [], then = [], otherwise] = separated(inside).map(write);
  return `CASE WHEN ${when} THEN ${then}${otherwise === undefined ? '' : ` ELSE ${otherwise}`} END`;
};

/** Members are accessed by a dot and their name. */
const withPath =
  (name: string): Form =>
  (inside) => {
    const [json = [], path = []] = separated(inside);
    return `${name}(${write(json)}, ${write(path).replaceAll('["', '."').replaceAll('"]', '"')})`;
  };

/** The only array of fractions that the compiler prints: parts of equal size. */
const percentiles: Form = (inside) => {
  const [value = [], shares = []] = separated(inside);
  const parts = Number(/^list_transform\(trino_sequence\(0, (?:BIGINT ')?(\d+)/.exec(write(shares))?.[1]);
  if (!parts) throw invalid('approx_percentile');
  const list = Array.from({ length: parts + 1 }, (_, index) => index / parts);
  return `quantile_disc(${write(value)}, [${list.join(', ')}])`;
};

/** A NULL argument makes the result NULL. */
const extreme =
  (name: string): Form =>
  (inside) => {
    const args = separated(inside).map(write);
    return `CASE WHEN ${args.map((arg) => `(${arg}) IS NULL`).join(' OR ')} THEN NULL ELSE ${name}(${args.join(', ')}) END`;
  };

/** Calls that cannot be macros: with lambdas, with keywords between their brackets, or with constants in another form. */
export const forms: Readonly<Record<string, Form>> = {
  any_match: anyMatch,
  approx_percentile: percentiles,
  approx_most_frequent: (inside) => `histogram(${write(separated(inside)[1] ?? [])})`,
  array_sort: arraySort,
  cast: cast('CAST'),
  date_add: dateAdd,
  date_format: withFormat('date_format'),
  date_parse: withFormat('date_parse'),
  filter: overElements('filter', 'list_filter'),
  if: conditional,
  greatest: extreme('greatest'),
  json_extract: withPath('json_extract'),
  json_extract_scalar: withPath('trino_json_extract_scalar'),
  least: extreme('least'),
  normalize,
  map_entries: (inside) => `map_entries(${write(inside)})`,
  reduce,
  regexp_replace: regexpReplace,
  transform: overElements('transform', 'list_transform'),
  trim: (inside) => `trim(${write(inside)})`,
  try_cast: cast('TRY_CAST'),
  unnest,
  zip_with: zipWith,
};
