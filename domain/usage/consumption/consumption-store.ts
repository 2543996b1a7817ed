import type { Day } from '../../weather/days.ts';
import type { Contract } from '../contract.ts';

/** New units of area by day, in order of days; see `unitsPerHectare`. */
export type UnitsByDay = readonly (readonly [day: Day, units: number])[];

/** Reads what was counted of an owner's usage. */
export interface ConsumptionStore {
  /** The contracts of all terms in which something was counted, by product and the newest last. */
  contracts(ownerId: string): Promise<Contract[]>;
  /** The sums of the owner and of each user that has one. */
  sums(ownerId: string, contract: Contract): Promise<{ owner: UnitsByDay; users: Map<string, UnitsByDay> }>;
  /** The units of the owner and of each user up to the end of a day. */
  until(ownerId: string, contract: Contract, day: Day): Promise<{ owner: number; users: Map<string, number> }>;
  /** The sum of the owner, or of one user. */
  sum(ownerId: string, contract: Contract, svcUserId?: string): Promise<UnitsByDay>;
  /** How much is known to have changed and is not counted yet; 1,000 stands for more, too. */
  pending(ownerId: string): Promise<number>;
}
