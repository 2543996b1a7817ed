import type { FarmEvent } from '../events/event.ts';
import type { Page, PageRequest, Selection } from '../paging.ts';
import type { UsageFact } from '../usage/usage-fact.ts';
import type { Operation } from './operation.ts';

/** Which field operations there are. */
export interface OperationDirectory {
  get(ownerId: string, id: string): Promise<Operation | undefined>;
  /** Reads the operations of the user, or of all users, and shows a page of those that are selected. */
  list(
    ownerId: string,
    svcUserId: string | undefined,
    shown: Selection<Operation>,
    page: PageRequest,
  ): Promise<Page<Operation>>;
}

/** What becomes true together with an operation. */
export interface OperationNews {
  events: FarmEvent[];
  /** Counted in place of what was counted of the operation before. */
  usage: UsageFact;
}

/** Where field operations are kept. */
export interface OperationStore extends OperationDirectory {
  /** Writes an operation over what it was, with its news. Throws `notFound` when its user has been deleted. */
  put(ownerId: string, operation: Operation, news: OperationNews): Promise<void>;
  /** @param uncounted what is counted no more, since the work has become part of another operation. */
  remove(ownerId: string, id: string, uncounted?: UsageFact): Promise<void>;
}
