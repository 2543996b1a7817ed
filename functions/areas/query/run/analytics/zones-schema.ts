import * as z from 'zod';
import { multiPolygonSchema } from '../../../../../domain/geometry/multi-polygon.ts';

const statisticsSchema = z
  .object({
    totalPoints: z.int(),
    avgYield: z.number().optional(),
    minYield: z.number().optional(),
    maxYield: z.number().optional(),
    yieldUnit: z.string().optional(),
    yieldCV: z.number().optional(),
    relative: z.number().optional(),
    avgMoisture: z.number().optional(),
    avgElevation: z.number().optional(),
    avgSpeed: z.number().optional(),
  })
  .describe(
    'Averages are in the units of the table `points`. `yieldCV` is the standard deviation as a share of the mean, 0.2 for 20 percent; `relative` is the mean of the zone as a share of the mean of all zones.',
  );

/** Ground on which a machine measured alike. */
export const zonesSchema = z
  .object({
    zones: z.array(
      z.object({
        zoneId: z.string(),
        name: z.string(),
        geometry: z.string().describe('WKT: one ring around all cells of the zone, without its holes.'),
        boundary: multiPolygonSchema.describe('The ground of the zone, with its holes.'),
        areaHectares: z.number(),
        cellCount: z.int(),
        h3Cells: z.array(z.string()),
        statistics: statisticsSchema,
        recommendations: z.array(z.string()),
      }),
    ),
    h3Resolution: z.int(),
    bufferMeters: z.number().describe('Gaps up to twice this width belong to a zone.'),
    totalCells: z.int(),
    totalPoints: z.int(),
    processingTimeMs: z.int(),
    metadata: z.object({
      clusteringMethod: z.string(),
      totalFiles: z.int(),
      clusteredBy: z.string().optional().describe('The column of `points` that distinguishes the zones.'),
      cellsLeftOut: z.int().describe('The number of cells in small groups apart from the zones, which were left out.'),
    }),
  })
  .meta({ id: 'YieldZones' });
