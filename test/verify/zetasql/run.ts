import { join } from 'node:path';
import { functionTable } from '../../../sql/functions/table.ts';
import { corpusQueries, corpusText } from '../../corpus/query-corpus.ts';
import errors from '../../corpus/query-reference/errors.json' with { type: 'json' };
import values from '../../corpus/query-reference/values.json' with { type: 'json' };
import { randomQuery } from '../../random-queries/query.ts';
import { readExceptions } from '../exceptions.ts';
import { readOptions } from '../options.ts';
import { compiled, ourSide, tables } from '../our-side.ts';
import { type Compared, tallyOf } from '../tally.ts';
import { reference } from './reference.ts';

/** Compares DuckDB's rows with those of Google's reference engine, which does not execute geography. */
const { seed, count, isVerbose, isRandomOnly } = readOptions({ seed: 1, count: 3_000 });
const withGeography = /\bST_|geometry|\bgeog/i;

const corpus: Compared[] = corpusQueries
  .filter(({ expect }) => expect !== 'any')
  .map((query) => ({ id: query.id, text: corpusText(query) }))
  .filter(({ text }) => !withGeography.test(text));
/** Expressions whose values or errors are recorded in the tests, as the reference gave them. */
const held: Compared[] = [...Object.keys(values), ...errors].map((text) => ({ id: text, text: `SELECT ${text} AS x` }));
/** Examples without spellings of other systems and geography, which the reference does not know. */
const examples = functionTable
  .filter(({ name, synonymOf }) => !synonymOf && !withGeography.test(name))
  .map(({ name, example }): Compared => ({ id: name, text: `SELECT ${example.sql} AS x` }));
const random = Array.from({ length: count }, (_, index): Compared => {
  const own = seed + index;
  return { id: String(own), text: randomQuery(own, tables) };
});

const [ours, theirs] = await Promise.all([ourSide(), reference()]);
try {
  const tally = tallyOf(['DuckDB', 'ZetaSQL'], readExceptions(join(import.meta.dirname, 'exceptions.json')));
  console.log(`Random queries from seed ${seed} to ${seed + count - 1}.`);
  for (const query of isRandomOnly ? random : [...corpus, ...examples, ...held, ...random]) {
    const known = compiled(query.text, 'duckdb');
    if (isVerbose) console.log(`${query.text}\n\n${'sql' in known ? known.sql : known.problem}\n`);
    if ('columns' in known && known.columns.some(({ type }) => type.kind === 'GEOGRAPHY')) continue;
    const types = 'columns' in known ? known : { sql: '', columns: [], tables: [], scans: [], keys: [] };
    tally.add(query, await ours.run(query.text), await theirs.run(query.text, types));
  }
  process.exitCode = tally.close() ? 0 : 1;
} finally {
  theirs.close();
}
