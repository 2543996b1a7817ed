import { describe, expect, test } from 'vitest';
import { ownerCatalogue } from '../../../domain/query/tables/owner-catalogue.ts';
import { userCatalogue } from '../../../domain/query/tables/user-catalogue.ts';
import type { CatalogueTable } from '../../../sql/catalogue.ts';
import { compileQuery } from '../../../sql/compile-query.ts';
import { attacks } from '../../corpus/query-corpus.ts';

const user = '01890a5d-ac96-774b-bcce-b302099a8057';
const range = { start: Date.UTC(2024, 0, 1), end: Date.UTC(2024, 11, 31) };
const owned = ownerCatalogue('the-owner');
const soil: CatalogueTable = { name: 'soil', stored: ['store', 'soil'], only: {}, columns: [] };
const secrets: CatalogueTable = { ...soil, name: 'secrets', only: { owner: 'the-owner' } };
const catalogue = userCatalogue(
  { ...owned, table: (path) => [soil, secrets].find(({ name }) => name === path.join('.')) ?? owned.table(path) },
  { svcUserId: user, ...range },
);
const compiled = (text: string, engine: 'duckdb' | 'trino' = 'duckdb') =>
  compileQuery(text, catalogue, { engine, now: 0 }).sql;

/** Number of scans in a text, and of those that are filtered by the user. */
const scans = (sql: string) => [
  [...sql.matchAll(/FROM "store"\./g)].length,
  [...sql.matchAll(new RegExp(`WHERE "owner" = 'the-owner'[^)]* AND "svcUserId" = '${user}'`, 'g'))].length,
];

describe('the tables of a query about a user', () => {
  test.each(['duckdb', 'trino'] as const)('are filtered by the user and the time on %s', (engine) => {
    const sql = compiled('SELECT COUNT(*) FROM points', engine);
    expect(sql).toContain(
      `WHERE "owner" = 'the-owner' AND "svcUserId" = '${user}' AND "leftOut" IS NULL AND "timestamp" >= TIMESTAMP '2024-01-01 00:00:00.000000' AND "timestamp" <= TIMESTAMP '2024-12-31 00:00:00.000000')`,
    );
  });

  test.each(['fields', 'operations', 'files', 'soilSamples', 'pointlake_file_01890a5d-ac96-774b-bcce-b302099a8057'])(
    'are filtered in %s too',
    (name) => {
      const [all = 0, bound] = scans(compiled(`SELECT * FROM ${name}`));
      expect([all > 0, bound]).toEqual([true, all]);
    },
  );

  test('are complete where they are shared, and missing where they have no users', () => {
    expect(catalogue.table(['soil'])).toBe(soil);
    expect(catalogue.table(['ssurgo'])).toEqual(owned.table(['ssurgo']));
    expect(catalogue.table(['secrets'])).toBeUndefined();
  });

  test('are filtered in every scan of any attack', () => {
    let tried = 0;
    for (const { sql } of attacks) {
      let text: string;
      try {
        text = compiled(sql.replace(/\bid\b/g, 'fileId'));
      } catch {
        continue;
      }
      tried += 1;
      const [all, bound] = scans(text);
      expect(bound, sql).toBe(all);
    }
    expect(tried).toBeGreaterThan(20);
  });
});
