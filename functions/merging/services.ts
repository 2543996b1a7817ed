import type { Clock, NewId } from '../../domain/clock.ts';
import type { Settings } from '../../domain/configuration/configuration.ts';
import type { Overlay } from '../../domain/geometry/overlay.ts';
import type { MergeStore } from '../../domain/merging/merge-store.ts';
import type { Turns } from '../../domain/turns/turn.ts';

export interface MergeServices {
  store: MergeStore;
  turns: Turns;
  /** What holds for a user. */
  settings(ownerId: string, svcUserId: string): Promise<Settings>;
  overlay(): Promise<Overlay>;
  clock: Clock;
  newId: NewId;
}
