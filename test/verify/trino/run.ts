import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { functionTable } from '../../../sql/functions/table.ts';
import { existsCases, queryCases } from '../../corpus/query-cases.ts';
import { attacks, corpusQueries, corpusText } from '../../corpus/query-corpus.ts';
import errors from '../../corpus/query-reference/errors.json' with { type: 'json' };
import values from '../../corpus/query-reference/values.json' with { type: 'json' };
import { randomQuery } from '../../random-queries/query.ts';
import type { Outcome } from '../compare.ts';
import { readExceptions } from '../exceptions.ts';
import { readOptions } from '../options.ts';
import { compiled, ourSide, owner, tables, typeAt } from '../our-side.ts';
import { type Compared, tallyOf } from '../tally.ts';
import { overAntimeridian } from './antimeridian.ts';
import type { TrinoClient } from './client.ts';
import { wrongFingerprints } from './fingerprints.ts';
import { simplifiedBoundaries } from './real-boundaries.ts';
import { startTrino } from './server.ts';
import { createTables, writeParquet } from './tables.ts';
import { fromTrino } from './values.ts';

/** Compares DuckDB's rows with those of a real Trino server over the same Parquet files, and tries the attacks there. */
const { seed, count, isVerbose, isRandomOnly, isBoundariesOnly, isFingerprintsOnly } = readOptions({
  seed: 1,
  count: 1_000,
});

const corpus = corpusQueries
  .filter(({ expect }) => expect === 'rows')
  .map((query): Compared => ({ id: query.id, text: corpusText(query), tolerance: query.tolerance }));
const examples = functionTable.map(({ name, example }): Compared => ({ id: name, text: `SELECT ${example.sql} AS x` }));
const held = [...Object.keys(values), ...errors].map((text): Compared => ({ id: text, text: `SELECT ${text} AS x` }));
const cases = [...queryCases, ...existsCases].map(([text]): Compared => ({ id: text, text }));
const random = Array.from({ length: count }, (_, index): Compared => {
  const own = seed + index;
  return { id: String(own), text: randomQuery(own, tables, { beyondReference: true }) };
});

function chosen(): Compared[] {
  if (isBoundariesOnly) return [...overAntimeridian(), ...simplifiedBoundaries()];
  if (isRandomOnly) return random;
  return [...cases, ...corpus, ...examples, ...held, ...overAntimeridian(), ...simplifiedBoundaries(), ...random];
}

async function run({ rows }: TrinoClient, text: string): Promise<Outcome> {
  const query = compiled(text, 'trino');
  if ('problem' in query) return query;
  try {
    const found = await rows(query.sql);
    return { rows: found.map((row) => row.map((value, index) => fromTrino(value, typeAt(query, index)))) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Number of attacks that see another owner's rows; each is printed. */
async function leaks(client: TrinoClient): Promise<number> {
  let count = 0;
  for (const { id, sql } of attacks) {
    const outcome = await run(client, sql);
    // Attacks write names of other owners themselves, followed by a sign that is in no name.
    const seen =
      JSON.stringify(outcome)
        .match(/owner-[a-z]\b(?!%)/g)
        ?.filter((name) => name !== owner) ?? [];
    if ('problem' in outcome || seen.length === 0) continue;
    count += 1;
    console.log(`\nLeak: ${id}\n  ${sql}\n  ${JSON.stringify(outcome.rows).slice(0, 300)}`);
  }
  return count;
}

/** Runs the chosen comparisons on both engines; returns whether nothing differs and nothing leaks. */
async function comparesAll(client: TrinoClient, ours: Awaited<ReturnType<typeof ourSide>>): Promise<boolean> {
  await createTables(client);
  const tally = tallyOf(['DuckDB', 'Trino'], readExceptions(join(import.meta.dirname, 'exceptions.json')));
  console.log(`Random queries from seed ${seed} to ${seed + count - 1}.`);
  for (const query of chosen()) {
    const known = compiled(query.text, 'trino');
    if (isVerbose) console.log(`${query.text}\n\n${'sql' in known ? known.sql : known.problem}\n`);
    tally.add(query, await ours.run(query.text), await run(client, query.text));
  }
  const allEqual = tally.close();
  const seen = isRandomOnly || isBoundariesOnly ? 0 : await leaks(client);
  if (!isRandomOnly && !isBoundariesOnly)
    console.log(`${String(attacks.length).padStart(6)} attacks, ${seen} of which see another owner’s rows`);
  return allEqual && seen === 0;
}

const folder = mkdtempSync(join(tmpdir(), 'furrow-trino-'));
try {
  const ours = await ourSide();
  await writeParquet(ours.database, folder);
  const { client, close } = await startTrino(folder);
  try {
    if (isFingerprintsOnly) {
      const wrong = await wrongFingerprints(seed, count, { DuckDB: ours.run, Trino: (text) => run(client, text) });
      process.exitCode = wrong === 0 ? 0 : 1;
    } else process.exitCode = (await comparesAll(client, ours)) ? 0 : 1;
  } finally {
    close();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
