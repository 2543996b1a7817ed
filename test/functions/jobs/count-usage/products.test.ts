import { expect, test } from 'vitest';
import { newId } from '../../../../adapters/system.ts';
import { noUser } from '../../../../domain/events/event.ts';
import { overlayHectares } from '../../../../domain/geometry/overlay-area.ts';
import type { ContractProduct } from '../../../../domain/usage/contract.ts';
import type { UsageFact } from '../../../../domain/usage/usage-fact.ts';
import { countSources } from '../../../../functions/jobs/count-usage/count-sources.ts';
import { squareAt } from '../../../api/fields/field.ts';
import { startForTests } from '../../../local/dynamodb/engine-under-test.ts';
import { countingOn } from './counting-on.ts';

const { engine, clock } = await startForTests();
const under = await countingOn(engine, clock);
const shape = squareAt(10.02, 50.001);

test.each<[UsageFact['product'], string, ContractProduct[]]>([
  ['fieldBoundaries', 'ada', ['FIELDS_BOUNDARY', 'UNIFIED_AREA']],
  ['machineFiles', 'ada', ['OPERATIONS_FILE', 'UNIFIED_AREA']],
  ['fieldOperations', 'ada', ['OPERATIONS_OPERATION', 'UNIFIED_AREA']],
  ['satelliteProcessSentinel', noUser, ['SATELLITE_PROCESS_SENTINEL', 'UNIFIED_AREA']],
  ['satelliteProcessPlanet', noUser, ['SATELLITE_PROCESS_PLANET', 'UNIFIED_AREA']],
  ['fieldWeather', 'ada', []],
])('%s of %s counts in %j', async (product, svcUserId, products) => {
  const ownerId = newId();
  const fact: UsageFact = { ownerId, svcUserId, product, day: '2026-03-01', sourceId: newId(), areaHectares: 1 };
  await under.put(fact, shape);
  await countSources(ownerId, [under.source(fact)], under.services);
  const contracts = await under.store.contracts(ownerId);
  expect(contracts.map((contract) => contract.product).sort()).toEqual(products.sort());
  for (const contract of contracts) {
    const { owner, users } = await under.store.sums(ownerId, contract);
    const area = owner.reduce((sum, [, units]) => sum + units, 0) / 1e6;
    expect(Math.abs(area / overlayHectares(under.overlay.union([shape])) - 1)).toBeLessThan(1e-6);
    // Scenes are of the owner's fields, which belong to no service user.
    expect([...new Map(users).keys()]).toEqual(svcUserId === noUser ? [] : [svcUserId]);
  }
});
