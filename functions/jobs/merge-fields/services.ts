import type { Clock, NewId } from '../../../domain/clock.ts';
import type { Settings } from '../../../domain/configuration/configuration.ts';
import type { Overlay } from '../../../domain/geometry/overlay.ts';
import type { MergeStore } from '../../../domain/merging/merge-store.ts';
import type { Seed } from '../../../domain/merging/seed.ts';
import type { Leases, UserSubject, WorkList } from '../../../domain/work/work-stores.ts';

export interface MergeServices {
  store: MergeStore;
  /** Fields that have changed. */
  seeds: WorkList<UserSubject, Seed>;
  leases: Leases<UserSubject>;
  /** The configuration of a user. */
  settings(ownerId: string, svcUserId: string): Promise<Settings>;
  overlay(): Promise<Overlay>;
  clock: Clock;
  newId: NewId;
}
