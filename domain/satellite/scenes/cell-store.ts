import type { Bounds } from '../../geometry/multi-polygon.ts';
import type { Leases, WorkList } from '../../work/work-stores.ts';
import type { StoredSatelliteField } from '../satellite-field.ts';
import type { SceneCell } from './cell.ts';
import type { Scene } from './scene.ts';

/** The progress of the searches of a cell. */
export interface CellState {
  /** Every scene from this moment on is known, as far as it had been published. */
  searchedFrom: string;
  /** The latest publication that was seen; a search for new scenes begins a little before it. */
  publishedUntil: string;
  /** When new scenes were last searched for, in milliseconds since 1970. */
  searchedAt: number;
  /** Searches in a row that the catalogue did not answer. */
  failures: number;
  /** Until then (milliseconds since 1970) the catalogue is not asked, since it did not answer the last search. */
  pausedUntil?: number;
}

/** A field as it is noted in its cells. */
export interface CellField {
  ownerId: string;
  fieldId: string;
  bounds: Bounds;
  /** The first day of which images are wanted. */
  since: string;
  /** The last one; absent for a field that is watched without end. */
  until?: string;
}

/** A field that is new to a cell: the scenes that the cell knows have not been matched with it. */
export type NewCellField = Pick<CellField, 'ownerId' | 'fieldId' | 'since'>;

/** A scene as it is stored in a cell. */
export type CellScene = Omit<Scene, 'assets' | 'cloudPercent' | 'tile'>;

/** Fields and scenes by cell. All owners share the scenes. */
export interface CellStore {
  state(cell: SceneCell): Promise<CellState | undefined>;
  save(cell: SceneCell, state: CellState): Promise<void>;
  /** Fields that may have ground in a cell. */
  fields(cell: SceneCell): Promise<CellField[]>;
  /** Cells, among these, that have fields. */
  used(cells: readonly SceneCell[]): Promise<SceneCell[]>;
  /** The scenes of a cell from a day on. */
  scenes(cell: SceneCell, since: string): Promise<CellScene[]>;
  /** The scenes, of the given ones, that are not stored in the cell. */
  unknown(cell: SceneCell, scenes: readonly CellScene[]): Promise<CellScene[]>;
  keep(cell: SceneCell, scenes: readonly CellScene[]): Promise<void>;
  /** Removes the scenes and the state of a cell without fields. */
  forget(cell: SceneCell): Promise<void>;
  /** The fields that are new to each cell. */
  newFields: WorkList<SceneCell, NewCellField>;
  /** One worker at a time searches for a cell, and none is forgotten. */
  leases: Leases<SceneCell>;
}

/** Registered fields, for the job of searches. */
export interface SearchedFields {
  /** A field by a consistent read; undefined if it was deleted. */
  get(ownerId: string, fieldId: string): Promise<StoredSatelliteField | undefined>;
  /** Records that a new field is noted in its cells. */
  markReported(field: Pick<StoredSatelliteField, 'ownerId' | 'id'>): Promise<void>;
}
