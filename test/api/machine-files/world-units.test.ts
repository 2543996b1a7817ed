import { expect, test } from 'vitest';
import { runQuery } from '../query/query.ts';
import { passCsv, withSettings } from './with-settings.ts';

/** A pass of 20 records of 20 m², 0.04 ha, in Portuguese. */
const columns = { 'Umidade (%)': () => 14, Cultura: () => 'arroz' };
const sacks = passCsv({ ...columns, 'Produtividade (sc/ha)': () => 100 });
const bales = passCsv({ ...columns, Cultura: () => 'upland cotton', 'Yield (bales/ac)': () => 3 });

async function massIn(settings: Parameters<typeof withSettings>[0], content: string) {
  const { owner, svcUserId, files } = await withSettings(settings, { content: { 'a.csv': content }, field: null });
  const sql = `SELECT SUM(wetMass) AS kilograms FROM points WHERE svcUserId = '${svcUserId}'`;
  const rows = files[0]?.status === 'processed' ? (await runQuery(owner, sql)).body : [];
  return { kilograms: rows[0]?.kilograms, problems: files[0]?.problems };
}

test('sacks of rice have 50 kg in SQL, and the file says so', async () => {
  const { kilograms, problems } = await massIn({}, sacks);
  expect(kilograms).toBeCloseTo(200, 3);
  expect(problems).toMatchObject([{ code: 'likelyUnits', message: expect.stringContaining('one of rice 50 kg') }]);
});

test('bales weigh what the setting says, and without it the file names the setting', async () => {
  const { kilograms } = await massIn({ unitWeights: { bale: 226.8 } }, bales);
  // 3 bales × 226.8 kg × 0.04 ha / 0.40468564224 ha
  expect(kilograms).toBeCloseTo(67.252, 2);
  const { problems } = await massIn({}, bales);
  expect(problems).toContainEqual(
    expect.objectContaining({ code: 'unweighedUnits', message: expect.stringContaining('unitWeights.bale') }),
  );
});
