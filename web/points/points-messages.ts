import type { DrawnPicture, Frame, Look } from '../map/frame.ts';
import type { Plane, Position, Size, View } from '../map/plane.ts';
import type { FoundPoint, PointSet, PointsAbout } from './point-set.ts';
import type { ValueTable } from './value-table.ts';

/** What to read; URLs need no token. */
export type PointsToRead =
  | {
      kind: 'points';
      url: string;
      /** The layer of the points' areas, and the square metres of its unit. */
      area?: { url: string; factor: number } | undefined;
      /** The layer of directions in degrees. */
      heading?: { url: string } | undefined;
      /** A unit in place of the layer's, and how many of it the layer's has. */
      shownIn?: { unit: string; factor: number } | undefined;
    }
  | { kind: 'pixels'; url: string }
  /** Points that the page has: metres east and north in turns, and their values. */
  | { kind: 'given'; at: Float32Array; value: Float32Array; about: PointsAbout };

/** Points of a layer by its id, with the colours in which they are drawn. */
export interface NamedPoints extends Look {
  id: number;
}

/** A frame with layers and pictures by their ids. */
export type NamedFrame = Frame<NamedPoints, number>;

/** What the page asks its worker for. Ids are those of the page, each once. */
export type PointsRequest =
  | { kind: 'read'; id: number; plane: Plane; what: PointsToRead }
  /** Reads the colours of a scene, to be drawn behind points. */
  | { kind: 'picture'; id: number; plane: Plane; url: string }
  /** The layer or picture will not be asked for any more. */
  | { kind: 'forget'; id: number }
  /** Looks for the drawn point at a position. */
  | { kind: 'find'; id: number; points: NamedPoints; position: Position; metresPerPixel: number }
  /** Outlines the ground of a class. */
  | { kind: 'ground'; id: number; points: NamedPoints; number: number; plane: Plane }
  /** Draws a frame of a map, unless a later one of the same map comes first. */
  | { kind: 'draw'; id: number; frame: NamedFrame };

/** What the worker answers, with the id of what was asked for. */
export type PointsAnswer =
  /** The points of a layer; once more when areas and directions are known. */
  | { kind: 'set'; id: number; set: Omit<PointSet, 'id'> }
  | { kind: 'values'; id: number; values: ValueTable }
  | { kind: 'picture'; id: number }
  | { kind: 'failed'; id: number; reason: string }
  | { kind: 'found'; id: number; point: FoundPoint | undefined }
  | { kind: 'ground'; id: number; ground: GeoJSON.MultiPolygon | undefined }
  | { kind: 'drawn'; id: number; view: View; size: Size; picture: DrawnPicture };
