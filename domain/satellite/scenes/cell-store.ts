import type { Bounds } from '../../geometry/multi-polygon.ts';
import type { Leases, WorkList } from '../../work/work-stores.ts';
import type { StoredSatelliteField } from '../satellite-field.ts';
import type { SceneCell } from './cell.ts';
import type { Scene } from './scene.ts';

/** How far a cell has been searched. */
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

/** A field as its cells know it. */
export interface CellField {
  ownerId: string;
  fieldId: string;
  bounds: Bounds;
  /** The first day of which images are wanted. */
  since: string;
}

/** A field that is new to a cell: the scenes that the cell knows have not been matched with it. */
export type NewCellField = Pick<CellField, 'ownerId' | 'fieldId' | 'since'>;

/** A scene as a cell keeps it. */
export type CellScene = Omit<Scene, 'assets' | 'cloudPercent' | 'tile'>;

/** What the square degrees of the earth know of fields and scenes; all owners share it. */
export interface CellStore {
  state(cell: SceneCell): Promise<CellState | undefined>;
  save(cell: SceneCell, state: CellState): Promise<void>;
  /** Fields that may have ground in a cell. */
  fields(cell: SceneCell): Promise<CellField[]>;
  /** Cells, among these, that have fields. */
  used(cells: readonly SceneCell[]): Promise<SceneCell[]>;
  /** The scenes of a cell from a day on. */
  scenes(cell: SceneCell, since: string): Promise<CellScene[]>;
  /** Which of these scenes the cell does not have. */
  unknown(cell: SceneCell, scenes: readonly CellScene[]): Promise<CellScene[]>;
  keep(cell: SceneCell, scenes: readonly CellScene[]): Promise<void>;
  /** Removes the scenes of a cell without fields, and how far it has been searched. */
  forget(cell: SceneCell): Promise<void>;
  /** The fields that are new to each cell. */
  newFields: WorkList<SceneCell, NewCellField>;
  /** One worker at a time searches for a cell, and none is forgotten. */
  leases: Leases<SceneCell>;
}

/** Registered fields as the job of searches reads them. */
export interface SearchedFields {
  /** As of this moment; undefined where one has been deleted. */
  get(ownerId: string, fieldId: string): Promise<StoredSatelliteField | undefined>;
  /** Notes that the cells of a new field know it. */
  told(field: Pick<StoredSatelliteField, 'ownerId' | 'id'>): Promise<void>;
}
