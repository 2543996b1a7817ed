import type { Clock, NewId } from '../../../domain/clock.ts';
import type { Settings } from '../../../domain/configuration/configuration.ts';
import type { Overlay } from '../../../domain/geometry/overlay.ts';
import type { Leases } from '../../../domain/leases/lease.ts';
import type { MergeStore } from '../../../domain/merging/merge-store.ts';

export interface MergeServices {
  store: MergeStore;
  leases: Leases;
  /** What holds for a user. */
  settings(ownerId: string, svcUserId: string): Promise<Settings>;
  overlay(): Promise<Overlay>;
  clock: Clock;
  newId: NewId;
}
