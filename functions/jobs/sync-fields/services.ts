import type { Clock, DerivedId, NewId } from '../../../domain/clock.ts';
import type { Settings } from '../../../domain/configuration/configuration.ts';
import type { MessageQueue } from '../../../domain/events/message-queue.ts';
import type { FarmStore } from '../../../domain/farms/farm-store.ts';
import type { Overlay } from '../../../domain/geometry/overlay.ts';
import type { GrowerStore } from '../../../domain/growers/grower-store.ts';
import type { OrganizationStore } from '../../../domain/organizations/organization-store.ts';
import type { AbsenceStore } from '../../../domain/sync/absences.ts';
import type { AskedRecords } from '../../../domain/sync/asked-records.ts';
import type { FieldProvider, ProviderLink } from '../../../domain/sync/field-provider.ts';
import type { ListNotes } from '../../../domain/sync/list-notes.ts';
import type {
  Brought,
  FollowedLink,
  RoundStep,
  SyncProblem,
  SyncRequests,
  SyncStore,
} from '../../../domain/sync/sync-store.ts';
import type { Leases, UserSubject } from '../../../domain/work/work-stores.ts';
import type { SubscribeMessage } from '../subscribe-pushes/messages.ts';
import type { AssetsMessage } from '../sync-assets/messages.ts';
import type { StartMessage } from '../sync-files/messages.ts';
import type { IrrigationMessage } from '../sync-irrigation/messages.ts';

export interface SyncServices {
  store: SyncStore;
  absences: AbsenceStore;
  notes: Pick<ListNotes, 'all' | 'put'>;
  /** What its owner has asked for by its id. */
  asked: Pick<AskedRecords, 'all' | 'settle'>;
  organizations: Pick<OrganizationStore, 'all' | 'save' | 'follow'>;
  requests: Pick<SyncRequests, 'enable'>;
  growers: Pick<GrowerStore, 'get' | 'create' | 'change'>;
  farms: Pick<FarmStore, 'get' | 'create' | 'change'>;
  leases: Leases<UserSubject>;
  /** The configuration of a user. */
  settings(ownerId: string, svcUserId: string): Promise<Settings>;
  /** Undefined for a provider that cannot be followed yet. Throws `ProviderProblem` if the credential of the link is gone. */
  providerOf(user: UserSubject, link: ProviderLink): Promise<FieldProvider | undefined>;
  overlay(): Promise<Overlay>;
  /** Begins rounds of files. */
  fileQueue: MessageQueue<StartMessage>;
  assetsQueue: MessageQueue<AssetsMessage>;
  pushQueue: MessageQueue<SubscribeMessage>;
  irrigationQueue: MessageQueue<IrrigationMessage>;
  clock: Clock;
  newId: NewId;
  derivedId: DerivedId;
}

/** One round of one of a user's links, as its steps see it. */
export interface Round {
  ownerId: string;
  svcUserId: string;
  link: FollowedLink;
  provider: FieldProvider;
  settings: Settings;
  /** Organizations whose fields are fetched; undefined where fields are, whatever their organization. */
  selected: ReadonlySet<string> | undefined;
  /** Those of them whose fields have not been fetched from their beginning. */
  newlySelected: ReadonlySet<string>;
  /** The time that all changes of the round carry. */
  at: string;
  /** Whether so little time is left that the round should stop where it is. */
  mustStop(): boolean;
  /** The problems of the round so far. */
  problems: SyncProblem[];
  /** Seconds after which the provider is asked again about fields that were sent to it. */
  lookAgain: number[];
  /** How many records it has created or changed so far. */
  brought: Brought;
}

/** Notes what the round is doing, for its owner to see. */
export function noteStep(
  { ownerId, svcUserId, link, at }: Pick<Round, 'ownerId' | 'svcUserId' | 'link' | 'at'>,
  { store }: Pick<SyncServices, 'store'>,
  step: RoundStep,
): Promise<void> {
  return store.noteProgress(ownerId, svcUserId, link.provider, { startedTime: at, step });
}

/** A round before its organizations have been read. */
export type BegunRound = Omit<Round, 'selected' | 'newlySelected'>;
