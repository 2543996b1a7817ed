import type { Clock } from '../../../domain/clock.ts';
import type { Overlay } from '../../../domain/geometry/overlay.ts';
import type { CountingWork, FirstDays, SourceReader, TileStore } from '../../../domain/usage/counting/ports.ts';

/** The dependencies of counting usage. */
export interface CountingServices extends CountingWork {
  sources: SourceReader;
  tiles: TileStore;
  firstDays: FirstDays;
  overlay(): Promise<Overlay>;
  clock: Clock;
}
