import type { FarmEvent } from '../events/event.ts';
import type { Page, PageRequest, Selection } from '../paging.ts';
import type { UsageFact } from '../usage/usage-fact.ts';
import type { Operation } from './operation.ts';

/** Reads field operations. */
export interface OperationDirectory {
  get(ownerId: string, id: string): Promise<Operation | undefined>;
  /** Lists the selected operations of a user, or of all users. */
  list(
    ownerId: string,
    svcUserId: string | undefined,
    shown: Selection<Operation>,
    page: PageRequest,
  ): Promise<Page<Operation>>;
}

/** Events and usage that are written in the same transaction as an operation. */
export interface OperationNews {
  events: FarmEvent[];
  /** Replaces the counted usage of the operation. */
  usage: UsageFact;
}

/** Stores field operations. */
export interface OperationStore extends OperationDirectory {
  /** Writes an operation with its events and usage. Throws `notFound` if its user has been deleted. */
  put(ownerId: string, operation: Operation, news: OperationNews): Promise<void>;
  /** @param uncounted usage to subtract, if the work has become part of another operation. */
  remove(ownerId: string, id: string, uncounted?: UsageFact): Promise<void>;
}
