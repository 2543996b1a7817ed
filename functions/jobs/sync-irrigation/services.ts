import type { LinkStore } from '../../../adapters/aws/dynamodb/sync/link-store.ts';
import type { Clock, DerivedId } from '../../../domain/clock.ts';
import type { Settings } from '../../../domain/configuration/configuration.ts';
import type { FieldDirectory } from '../../../domain/fields/field-store.ts';
import type { Overlay } from '../../../domain/geometry/overlay.ts';
import type { IrrigationStore } from '../../../domain/irrigation/irrigation-store.ts';
import type { ProviderKey } from '../../../domain/providers/providers.ts';
import type { ProviderLink } from '../../../domain/sync/field-provider.ts';
import type { IrrigationProvider } from '../../../domain/sync/irrigation-provider.ts';
import type { Leases, UserSubject, WorkList } from '../../../domain/work/work-stores.ts';

/** Work that is left to do: an account to read, or a field whose irrigation is cut again. */
export type IrrigationNote =
  | { follow: ProviderKey /** Machines that were read after this moment are done. */; since: number }
  | { cut: string };

/** Notes of one name replace each other. */
export function nameOf(note: IrrigationNote): string {
  return 'cut' in note ? `cut#${note.cut}` : `follow#${note.follow}`;
}

export interface IrrigationServices {
  store: IrrigationStore;
  list: WorkList<UserSubject, IrrigationNote>;
  leases: Leases<UserSubject>;
  links: Pick<LinkStore, 'get' | 'noteIrrigation'>;
  fields: Pick<FieldDirectory, 'near' | 'withShapes' | 'activeBoundary'>;
  settings(ownerId: string, svcUserId: string): Promise<Pick<Settings, 'irrigationProcessingRange'>>;
  /** Undefined for a provider whose irrigation cannot be read. Throws `ProviderProblem` if the credential of the link is gone. */
  providerOf(user: UserSubject, link: ProviderLink): Promise<IrrigationProvider | undefined>;
  /** The IANA name of the time zone at a position in degrees. */
  zoneAt(position: { longitude: number; latitude: number }): string;
  overlay(): Promise<Overlay>;
  clock: Clock;
  derivedId: DerivedId;
}
