import type { ConsumptionStore } from '../../../domain/usage/consumption/consumption-store.ts';
import type { Contract } from '../../../domain/usage/contract.ts';
import { type Finder, orNotFound } from '../../http/existence.ts';

/** The contract of a path. An owner has a handful for each year, so that all of them are read. */
export const contractInPath: Finder<
  { params: { contractId: string } },
  { consumption: Pick<ConsumptionStore, 'contracts'> },
  Contract
> = async ({ ownerId, params: { contractId } }, { consumption }) => {
  const contracts = await consumption.contracts(ownerId);
  return orNotFound(
    contracts.find(({ id }) => id === contractId),
    'contract',
    contractId,
  );
};
