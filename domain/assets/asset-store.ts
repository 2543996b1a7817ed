import type { FarmEvent } from '../events/event.ts';
import type { CommitRecord } from '../idempotency.ts';
import type { Page, PageRequest } from '../paging.ts';
import type { Asset, AssetKind } from './asset.ts';
import type { Layer } from './layer.ts';
import type { MachineWork } from './machine-work.ts';

/** Which rows a list shows, and how: a row is left out if `show` gives undefined. `name` tells lists with other filters apart. */
export interface Shown<Stored, Row> {
  name: string;
  /** Whether every row is shown. */
  isWhole: boolean;
  show(stored: Stored): Row | undefined;
}

/** Reads machines, implements, operators and layers. */
export interface AssetDirectory {
  get(ownerId: string, svcUserId: string, kind: AssetKind, id: string): Promise<Asset | undefined>;
  /** Lists the assets of one kind of a user, without `sort` in the order of their ids. */
  list<Row extends object>(
    ownerId: string,
    svcUserId: string,
    kind: AssetKind,
    shown: Shown<Asset, Row>,
    page: PageRequest,
  ): Promise<Page<Row>>;
  /** Lists the work of a machine in files, without `sort` the oldest file first. */
  work<Row extends object>(
    ownerId: string,
    svcUserId: string,
    machineId: string,
    shown: Shown<MachineWork, Row>,
    page: PageRequest,
  ): Promise<Page<Row>>;
  layers(ownerId: string, svcUserId: string, shown: Shown<Layer, Layer>, page: PageRequest): Promise<Page<Layer>>;
  /** All assets of one kind of a user, strongly consistent. */
  each(ownerId: string, svcUserId: string, kind: AssetKind): AsyncIterable<Asset>;
}

/** Stores machines, implements and operators. Each change is written with its event. */
export interface AssetStore extends AssetDirectory {
  /** Adds an asset; false if one with its id exists. Throws `notFound` when its user does not exist. */
  add(ownerId: string, asset: Asset, event: FarmEvent, commit?: CommitRecord): Promise<boolean>;
  /**
   * Edits an asset; concurrent edits are applied one after the other. Nothing is written if `edit` returns the asset
   * itself, and no event where `eventOf` has none. Undefined if it does not exist. Throws `notFound` when its user does not exist.
   */
  change(
    ownerId: string,
    named: Pick<Asset, 'svcUserId' | 'kind' | 'id'>,
    edit: (asset: Asset) => Asset,
    eventOf: (asset: Asset, before: Asset) => FarmEvent | undefined,
  ): Promise<Asset | undefined>;
  /** Deletes an asset; false if it does not exist. */
  remove(ownerId: string, asset: Pick<Asset, 'svcUserId' | 'kind' | 'id'>, event: FarmEvent): Promise<boolean>;
}
