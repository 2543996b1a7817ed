import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resultPage } from '../../../local/athena/result-page.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/** Lines so wide that the file is read in many pieces, each of which ends within a page. */
const lines = Array.from({ length: 5_000 }, (_, row) => `"${row}","${'x'.repeat(97)}"`);

test('pages of a result have all of its rows once, in their order', async () => {
  const path = join(temporaryFolder('result-page'), 'result.csv');
  writeFileSync(path, `"n","t"\n${lines.join('\n')}\n`);
  const seen: (string | undefined)[] = [];
  const sizes: number[] = [];
  let token: string | undefined;
  do {
    const { Rows, next } = await resultPage(path, token, 1_000);
    seen.push(...Rows.map(({ Data }) => Data[0]?.VarCharValue));
    sizes.push(Rows.length);
    token = next;
  } while (token !== undefined);
  expect(seen).toEqual(['n', ...lines.map((_, row) => String(row))]);
  expect(sizes).toEqual([1_000, 1_000, 1_000, 1_000, 1_000, 1]);
});
