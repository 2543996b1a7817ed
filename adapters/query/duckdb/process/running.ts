import type { NamedType } from './messages.ts';
import type { Piece } from './row-pieces.ts';

/** The result of an order that writes a file. */
export interface Written {
  rows: number;
  columns?: readonly NamedType[];
}

/** A running order. */
export interface Running {
  /** The written file, or the first rows. */
  begin(): Promise<Written | Piece>;
  more(): Promise<Piece>;
  interrupt(): void;
  close(): void;
}

/** For orders that write a file. */
export const noMoreRows = () => Promise.reject(new Error('an export gives no rows'));
