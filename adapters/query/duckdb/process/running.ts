import type { NamedType } from './messages.ts';
import type { Piece } from './row-pieces.ts';

/** What an order wrote to its file. */
export interface Written {
  rows: number;
  columns?: readonly NamedType[];
}

/** An order that runs. */
export interface Running {
  /** What was written, or the first of the rows. */
  begin(): Promise<Written | Piece>;
  more(): Promise<Piece>;
  interrupt(): void;
  close(): void;
}

/** For orders that write a file. */
export const noMoreRows = () => Promise.reject(new Error('an export gives no rows'));
