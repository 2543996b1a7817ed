import type { Page, PageRequest } from '../paging.ts';
import type { DepthPiece } from './depth-map.ts';
import type { StoredEquipment, StoredFieldIrrigation, StoredIrrigation, WithPieces } from './irrigation.ts';

/** Filters of irrigation; dates are included. */
export interface IrrigationFilter {
  provider?: string | undefined;
  irrigationId?: string | undefined;
  equipmentId?: string | undefined;
  firstDate?: string | undefined;
  lastDate?: string | undefined;
}

/** A field that got water, and when it last did. */
export interface WateredField {
  fieldId: string;
  lastIrrigationTime: string;
}

/** Reads the irrigation of users. Lists are in the order of dates; equipment and watered fields in that of ids. */
export interface IrrigationDirectory {
  getEquipment(ownerId: string, svcUserId: string, id: string): Promise<StoredEquipment | undefined>;
  listEquipment(
    ownerId: string,
    svcUserId: string,
    filter: { provider?: string | undefined; providerEquipmentId?: string | undefined },
    asked: PageRequest,
  ): Promise<Page<StoredEquipment>>;
  get(ownerId: string, svcUserId: string, id: string): Promise<StoredIrrigation | undefined>;
  list(
    ownerId: string,
    svcUserId: string,
    filter: IrrigationFilter,
    asked: PageRequest,
  ): Promise<Page<StoredIrrigation>>;
  getOfField(
    ownerId: string,
    svcUserId: string,
    fieldId: string,
    id: string,
  ): Promise<StoredFieldIrrigation | undefined>;
  listOfField(
    ownerId: string,
    svcUserId: string,
    fieldId: string,
    filter: IrrigationFilter,
    asked: PageRequest,
  ): Promise<Page<StoredFieldIrrigation>>;
  wateredFields(
    ownerId: string,
    svcUserId: string,
    filter: IrrigationFilter,
    asked: PageRequest,
  ): Promise<Page<WateredField>>;
  /** The ground of a record of either kind. */
  pieces(ownerId: string, svcUserId: string, id: string): Promise<DepthPiece[]>;
}

/** Writes irrigation. All writes throw `notFound` if the user has been deleted. */
export interface IrrigationStore extends Pick<IrrigationDirectory, 'pieces'> {
  allEquipment(ownerId: string, svcUserId: string): Promise<StoredEquipment[]>;
  putEquipment(ownerId: string, equipment: StoredEquipment): Promise<void>;
  /** The records of some machines for a date, in the order of their ids, with their ground. */
  ofDate(
    ownerId: string,
    svcUserId: string,
    date: string,
    equipmentIds: readonly string[],
  ): Promise<WithPieces<StoredIrrigation>[]>;
  /** The records of a machine for some dates, by date. */
  daysOf(
    ownerId: string,
    svcUserId: string,
    equipmentId: string,
    dates: readonly string[],
  ): Promise<Map<string, StoredIrrigation>>;
  /** The dates of records of some machines, without repetition. */
  datesOf(ownerId: string, svcUserId: string, equipmentIds: ReadonlySet<string>): Promise<string[]>;
  /** Stores a record in place of the one of its machine and date; an event says that it is new, once. */
  put(ownerId: string, stored: WithPieces<StoredIrrigation>): Promise<void>;
  /** Notes the fields that have a part of a record. */
  noteFields(ownerId: string, record: StoredIrrigation, fieldIds: readonly string[]): Promise<void>;
  /** The dates on which a field has records. */
  datesOfField(ownerId: string, svcUserId: string, fieldId: string): Promise<string[]>;
  putOfField(ownerId: string, stored: WithPieces<StoredFieldIrrigation>): Promise<void>;
  removeOfField(
    ownerId: string,
    record: Pick<StoredFieldIrrigation, 'svcUserId' | 'fieldId' | 'date' | 'provider'>,
  ): Promise<void>;
}
