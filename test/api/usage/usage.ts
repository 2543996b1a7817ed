import type * as z from 'zod';
import { transact } from '../../../adapters/aws/dynamodb/transact.ts';
import { usageWrite } from '../../../adapters/aws/dynamodb/usage-item.ts';
import type { MultiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import type { dailyConsumptionSchema, RangeConsumption } from '../../../domain/usage/consumption/consumption.ts';
import type { ContractProduct, ShownContract } from '../../../domain/usage/contract.ts';
import type { UsageFact } from '../../../domain/usage/usage-fact.ts';
import { advance, files, idle, table } from '../cloud.ts';
import type { TestOwner } from '../owner.ts';

export const contractsPath = '/services/billingapplication/api/billing/contracts';

export type DailyConsumption = z.output<typeof dailyConsumptionSchema>;

/** Waits until all usage that was noted is counted. */
export async function untilCounted(): Promise<void> {
  await idle();
  await advance({ seconds: 30 });
  await idle();
}

/** The contracts of a product, the newest last. */
export async function contractsOf(owner: TestOwner, product: ContractProduct): Promise<ShownContract[]> {
  const { body } = await owner.get<ShownContract[]>(contractsPath);
  return body.filter((contract) => contract.product === product);
}

/** What a product's newest contract says. */
export async function reportOf(owner: TestOwner, product: ContractProduct) {
  const contract = (await contractsOf(owner, product)).at(-1);
  if (!contract) throw new Error(`there is no contract for ${product}`);
  const path = `${contractsPath}/${contract.id}/consumption`;
  return {
    ...{ contract, path },
    daily: async (timestamp?: string) =>
      (await owner.get<DailyConsumption>(`${path}${timestamp === undefined ? '' : `?timestamp=${timestamp}`}`)).body,
    range: async (query = '') => (await owner.get<RangeConsumption>(`${path}/api-owner${query}`)).body,
    ofUser: async (svcUserId: string) =>
      (await owner.get<RangeConsumption>(`${path}/svc-user/${svcUserId}`)).body.areaPerDay,
  };
}

/** The id of a contract of an owner with fields, once they are counted. */
export async function freshContract(owner: TestOwner): Promise<string> {
  await untilCounted();
  return (await reportOf(owner, 'FIELDS_BOUNDARY')).contract.id;
}

/** Writes a fact of a shape as a worker does, such as one that was processed late. */
export async function writeFact(
  owner: TestOwner,
  fact: Pick<UsageFact, 'svcUserId' | 'product' | 'day' | 'sourceId'>,
  shape: MultiPolygon,
): Promise<void> {
  const objectKey = `usage/${owner.owner.id}/scenes/${fact.sourceId}.json`;
  await files.put(objectKey, JSON.stringify(shape), 'application/geo+json');
  const whole: UsageFact = { ...fact, ownerId: owner.owner.id, areaHectares: 1, shape: { objectKey } };
  const usage = table('usage');
  await transact(usage.client, [usageWrite(usage, whole)]);
}

export const hectares = { json: { usageAreaUnit: 'Hectare' } };
