import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '../../../adapters/system.ts';
import type { UsageFact } from '../../../domain/usage/usage-fact.ts';
import { addDays } from '../../../domain/weather/days.ts';
import { countSources } from '../../../functions/jobs/count-usage/count-sources.ts';
import { movableClock } from '../../../local/clock.ts';
import { startDynamoDb } from '../../../local/dynamodb/index.ts';
import { countingOn } from '../../functions/jobs/count-usage/counting-on.ts';
import { pythonWith } from '../python.ts';
import { realParcels, shifted } from './parcels.ts';

/**
 * Compares counted usage with shapely and pyproj on real parcels: the area of the owner and of each user up to the end of each day. Work is counted in batches and not in
 * the order of its days; parts of parcels are worked again, by another user or on another day.
 */
const firstDay = '2026-03-01';
const days = 40;
const users = ['ada', 'ben', 'cem'];
const batch = 25;

const folder = mkdtempSync(join(tmpdir(), 'furrow-usage-'));
const clock = movableClock();
const engine = await startDynamoDb({ dir: join(folder, 'dynamodb'), host: '127.0.0.1', clock });
try {
  const under = await countingOn(engine, clock);
  const ownerId = newId();
  const parcels = realParcels();
  const shapes = [...parcels, ...parcels.filter((_, index) => index % 2 === 0).map(shifted)];
  const work = shapes.map((shape, index) => {
    const day = addDays(firstDay, index === 0 ? 0 : (index * 17) % days);
    const svcUserId = users[(index * 5) % users.length] as string;
    const fact: UsageFact = {
      ...{ ownerId, svcUserId, day, product: 'machineFiles', sourceId: newId(), areaHectares: 1 },
    };
    return { fact, shape };
  });
  for (const { fact, shape } of work) await under.put(fact, shape);
  const started = performance.now();
  for (let start = 0; start < work.length; start += batch) {
    const some = work.slice(start, start + batch).map(({ fact }) => under.source(fact));
    await countSources(ownerId, some, under.services);
  }
  console.log(`${work.length} facts counted in ${Math.round(performance.now() - started)} ms`);
  const contracts = await under.store.contracts(ownerId);
  const sums = await Promise.all(
    contracts.map(async (contract) => {
      const { owner, users: ofUsers } = await under.store.sums(ownerId, contract);
      return { product: contract.product, owner, users: Object.fromEntries(ofUsers) };
    }),
  );
  const facts = work.map(({ fact: { day, svcUserId }, shape }) => ({ day, svcUserId, shape }));
  const path = join(folder, 'counted.json');
  writeFileSync(path, JSON.stringify({ facts, sums }));
  const python = pythonWith('usage', ['shapely==2.1.1', 'pyproj==3.7.1', 'numpy==2.2.6']);
  execFileSync(python, [join(import.meta.dirname, 'compare.py'), path], { stdio: 'inherit' });
} catch (error) {
  if ((error as { status?: number }).status === undefined) throw error;
  process.exitCode = 1;
} finally {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
}
