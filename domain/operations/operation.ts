import * as z from 'zod';
import type { Settings } from '../configuration/configuration.ts';
import type { PointImage } from '../machine-files/image.ts';
import { operationTypes } from '../machine-files/operation-type.ts';
import type { Summary } from '../machine-files/summary.ts';
import { ownerNameSchema, svcUserIdSchema, updatedTimeSchema } from '../shared-members.ts';
import type { MachineSessions } from './session.ts';

/** Field work: one kind of work with one crop at one time on a field, from one or more files. */
export const operationSchema = z
  .object({
    id: z.uuid().describe('Id of the operation; the same after it was made again.'),
    apiOwnerUsername: ownerNameSchema,
    svcUserId: svcUserIdSchema,
    type: z.enum(operationTypes).describe('The kind of work.'),
    startTime: z.iso.datetime().optional().describe('The first time of its points, in UTC; absent if they have none.'),
    endTime: z.iso.datetime().optional().describe('The last time of its points, in UTC; absent if they have none.'),
    updatedTime: updatedTimeSchema,
    files: z.array(z.uuid()).describe('The machine files from which the operation was made.'),
    repeatedFiles: z
      .array(z.uuid())
      .optional()
      .describe(
        'Those of the files that have the content of another one, from another provider: the operation has these points once.',
      ),
    fields: z
      .array(
        z.object({
          id: z.string().describe('Id of the field.'),
          coverage: z.number().describe('The share of the boundary that was worked, 0 to 1.'),
        }),
      )
      .describe('The fields on which the work lies.'),
    providers: z.array(z.string()).describe('Keys of the providers of its files.'),
    isOutOfStandard: z.boolean().optional().describe('One of its files lacks properties that standard points have.'),
  })
  .meta({ id: 'Operation' });

/** Downloadable artefacts of an operation, by their name in links, with file name and media type. */
export const operationArtefacts = {
  standardGeojson: { file: 'standard.geojson', contentType: 'application/geo+json' },
  standardGeoparquet: { file: 'standard.parquet', contentType: 'application/vnd.apache.parquet' },
  filteredGeojson: { file: 'filtered.geojson', contentType: 'application/geo+json' },
  filteredGeoparquet: { file: 'filtered.parquet', contentType: 'application/vnd.apache.parquet' },
} as const;

export type OperationArtefact = keyof typeof operationArtefacts;

export const operationArtefactNames = Object.keys(operationArtefacts) as [OperationArtefact, ...OperationArtefact[]];

/** Settings that decide which points of its files an operation has, and which of them are normal work. */
export type PointRules = Pick<
  Settings,
  'splitOperationsByField' | 'operationsRemoveOutliers' | 'operationsOutliersLimit'
>;

/** An operation as it is stored; URLs are added to responses. */
export interface Operation extends Omit<z.infer<typeof operationSchema>, 'apiOwnerUsername' | 'isOutOfStandard'> {
  createdTime: string;
  isOutOfStandard: boolean;
  areaSquareMetres: number;
  /** Stands for the points of which it was made, see `pointsOfFiles`. */
  points: string;
  summary: Summary;
  units: Record<string, string>;
  artefacts: OperationArtefact[];
  images: PointImage[];
  /** The settings by which points were taken. */
  rules: PointRules;
  /** Absent unless requested by the settings. */
  sessions?: MachineSessions[];
}
