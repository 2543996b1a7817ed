import * as z from 'zod';
import { multiPolygonSchema } from '../../../../../domain/geometry/multi-polygon.ts';

const statisticsSchema = z
  .object({
    totalPoints: z.int().describe('How many points lie in the zone.'),
    avgYield: z
      .number()
      .optional()
      .describe('The mean yield, in `yieldUnit`; absent, as the other members of yield, if no yield was measured.'),
    minYield: z.number().optional().describe('The lowest yield, in `yieldUnit`.'),
    maxYield: z.number().optional().describe('The highest yield, in `yieldUnit`.'),
    yieldUnit: z.string().optional().describe('The unit of yields.'),
    yieldCV: z
      .number()
      .optional()
      .describe('The standard deviation of the yield as a share of its mean: 0.2 for 20 percent.'),
    relative: z.number().optional().describe('The mean of the zone as a share of the mean of all zones.'),
    avgMoisture: z
      .number()
      .optional()
      .describe('The mean moisture of the crop, in percent; absent if it was not measured.'),
    avgElevation: z.number().optional().describe('The mean elevation, in metres; absent if it was not measured.'),
    avgSpeed: z
      .number()
      .optional()
      .describe('The mean speed of the machine, in metres per second; absent if it was not measured.'),
  })
  .describe(
    'Averages are in the units of the table `points`. `yieldCV` is the standard deviation as a share of the mean, 0.2 for 20 percent; `relative` is the mean of the zone as a share of the mean of all zones.',
  );

/** Ground on which a machine measured alike. */
export const zonesSchema = z
  .object({
    zones: z
      .array(
        z.object({
          zoneId: z.string().describe('Id of the zone in this answer.'),
          name: z.string().describe('The number of the zone, and its level.'),
          geometry: z.string().describe('WKT: one ring around all cells of the zone, without its holes.'),
          boundary: multiPolygonSchema.describe('The ground of the zone, with its holes.'),
          areaHectares: z.number().describe('The ground of the zone, in hectares.'),
          cellCount: z.int().describe('How many H3 cells the zone has.'),
          h3Cells: z.array(z.string()).describe('The indices of its H3 cells.'),
          statistics: statisticsSchema.describe('What was measured in the zone.'),
          recommendations: z.array(z.string()).describe('What the figures suggest, as sentences.'),
        }),
      )
      .describe('The zones, each with its ground and its figures.'),
    h3Resolution: z.int().describe('The resolution of the H3 cells, 0 to 15.'),
    bufferMeters: z.number().describe('Gaps up to twice this width belong to a zone.'),
    totalCells: z.int().describe('How many cells all zones have together.'),
    totalPoints: z.int().describe('How many points all zones have together.'),
    processingTimeMs: z.int().describe('How long the request took, in milliseconds.'),
    metadata: z
      .object({
        clusteringMethod: z.string().describe('The method by which cells were grouped.'),
        totalFiles: z.int().describe('How many files have points in this time and area.'),
        clusteredBy: z.string().optional().describe('The column of `points` that distinguishes the zones.'),
        cellsLeftOut: z
          .int()
          .describe('The number of cells in small groups apart from the zones, which were left out.'),
      })
      .describe('How the zones were made.'),
  })
  .meta({ id: 'YieldZones' });
