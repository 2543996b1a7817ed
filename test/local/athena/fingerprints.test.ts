import type { DuckDBConnection } from '@duckdb/node-api';
import { beforeAll, describe, expect, test } from 'vitest';
import { addTrino } from '../../../local/athena/trino/macros.ts';
import { translate } from '../../../local/athena/trino/translate.ts';
import { compileQuery } from '../../../sql/compile-query.ts';
import { corpusFolder } from '../../corpus/query-corpus.ts';
import { corpusCatalogue, corpusDatabase } from '../../corpus/query-database.ts';

/** Fingerprints of byte strings by length, as given by Google's own FarmHash. */
const ofLengths: [number, string][] = [
  [0, '-7286425919675154353'],
  [1, '2042425049451638499'],
  [2, '3506542826875934931'],
  [3, '8961493347991580502'],
  [4, '-6079639424468134943'],
  [5, '-4652287135449210029'],
  [7, '9070769905410612231'],
  [8, '-4287435846981886839'],
  [9, '226885910204006114'],
  [15, '283238182822473355'],
  [16, '3646288206027585719'],
  [17, '9031526187704360584'],
  [24, '3646654217993195553'],
  [31, '-2742877343065876885'],
  [32, '-1008596978484898005'],
  [33, '7853517060558821850'],
  [48, '-2775581479461799943'],
  [63, '-2692830779007243919'],
  [64, '-1581554547086071312'],
  [65, '-6119958627180292910'],
  [100, '4658840876749206222'],
  [127, '8432276125594239472'],
  [128, '4920323647677264385'],
  [129, '-4817204048932497311'],
  [192, '-6528967787156555159'],
  [193, '8548158244091961503'],
  [300, '-2198377768032480579'],
  [1000, '5245746513109402206'],
];
const bytes = (length: number) => Buffer.from(Array.from({ length }, (_, index) => (index * 167 + length * 31) % 256));

/** Fingerprints from BigQuery's documentation. */
const ofTexts: [string, string][] = [
  ['1footrue', '-1541654101129638711'],
  ['2applefalse', '2794438866806483259'],
  ['3true', '-4880158226897771312'],
];

const catalogue = corpusCatalogue(corpusFolder, 'owner-a');
let database: DuckDBConnection;
beforeAll(async () => {
  database = await corpusDatabase(corpusFolder);
  await addTrino(database);
});

describe.each(['duckdb', 'trino'] as const)('on %s', (engine) => {
  const rows = async (text: string) => {
    const { sql } = compileQuery(text, catalogue, { engine, now: 0 });
    return (await database.runAndReadAll(engine === 'trino' ? translate(sql) : sql)).getRowsJson();
  };

  test('fingerprints of bytes are FarmHash’s, for every length', async () => {
    const list = ofLengths.map(([length]) => `'${bytes(length).toString('hex')}'`).join(', ');
    const found = await rows(`SELECT LENGTH(x) / 2, FARM_FINGERPRINT(FROM_HEX(x)) FROM UNNEST([${list}]) AS x`);
    expect(new Map(found.map(([length, value]) => [Number(length), value]))).toEqual(new Map(ofLengths));
  });

  test('fingerprints of texts are those of their UTF-8', async () => {
    const list = [...ofTexts.map(([text]) => text), 'Ackerstraße', 'none'].map((text) => `'${text}'`).join(', ');
    const found = await rows(
      `SELECT x, FARM_FINGERPRINT(x), FARM_FINGERPRINT(CAST(x AS BYTES)), FARM_FINGERPRINT(NULLIF(x, x)) FROM UNNEST([${list}]) AS x`,
    );
    expect(found).toHaveLength(5);
    for (const [text, ofText, ofBytes, ofNull] of found) {
      expect([text, ofText, ofNull]).toEqual([text, ofBytes, null]);
      const known = ofTexts.find(([one]) => one === text);
      if (known) expect(ofText).toBe(known[1]);
    }
  });
});

test('a query may have fifteen of them', () => {
  const calls = Array.from({ length: 15 }, (_, index) => `FARM_FINGERPRINT(CONCAT(x, '${index}'))`);
  const text = `SELECT ${calls.join(', ')} FROM UNNEST(['a']) AS x`;
  expect(compileQuery(text, catalogue, { engine: 'trino', now: 0 }).sql.length).toBeLessThan(262_144);
});
