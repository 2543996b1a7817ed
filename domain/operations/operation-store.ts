import type { FarmEvent } from '../events/event.ts';
import type { Page, PageRequest, Selection } from '../paging.ts';
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

/** Where field operations are kept. */
export interface OperationStore extends OperationDirectory {
  /** Writes an operation over what it was, with its events. Throws `notFound` when its user has been deleted. */
  put(ownerId: string, operation: Operation, events: FarmEvent[]): Promise<void>;
  remove(ownerId: string, id: string): Promise<void>;
}
