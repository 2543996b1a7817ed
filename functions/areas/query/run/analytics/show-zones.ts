import type * as z from 'zod';
import { multiPolygon } from '../../../../../domain/geometry/multi-polygon.ts';
import {
  addFigures,
  type Figures,
  meanOf,
  noFigures,
  type Sum,
  variation,
} from '../../../../../domain/yield-zones/figures.ts';
import type { Zone, Zones } from '../../../../../domain/yield-zones/make-zones.ts';
import { levelOf, recommendations } from '../../../../../domain/yield-zones/recommend.ts';
import { toWkt } from '../../../../../sql/geography/wkt.ts';
import type { Measure } from './zone-queries.ts';
import type { zonesSchema } from './zones-schema.ts';

interface Known {
  measure: Measure | undefined;
  /** Whose points the zones are made of. */
  files: number;
}

type Shown = z.input<typeof zonesSchema>;
type Statistics = Shown['zones'][number]['statistics'];

const digits = 5;
const rounded = (value: number) => Number(value.toPrecision(digits));

export function shownZones(
  { zones, bufferMeters, cellsLeftOut }: Zones,
  cells: ReadonlyMap<string, Figures>,
  known: Known,
): Omit<Shown, 'h3Resolution' | 'processingTimeMs'> {
  const { measure, files } = known;
  const all = [...cells.values()].reduce(addFigures, noFigures);
  const mean = meanOf(all.share);
  return {
    zones: zones.map((zone, index) => {
      const level = levelOf(zone, mean);
      return {
        zoneId: `zone-${index + 1}`,
        name: `Zone ${index + 1}${level && measure ? `: ${level} ${measure.word}` : ''}`,
        geometry: toWkt({ type: 'Polygon', coordinates: zone.outline.slice(0, 1) }),
        boundary: multiPolygon([zone.outline]),
        areaHectares: rounded(zone.areaSquareMetres / 10_000),
        cellCount: zone.cells.length,
        h3Cells: zone.cells,
        statistics: statistics(zone, mean, known),
        recommendations: recommendations(zone, level, { ofYield: measure?.word === 'yield', files }),
      };
    }),
    bufferMeters,
    totalCells: zones.reduce((sum, zone) => sum + zone.cells.length, 0),
    totalPoints: all.points,
    metadata: {
      clusteringMethod: 'ward-contiguous',
      totalFiles: files,
      ...(measure && { clusteredBy: measure.column }),
      cellsLeftOut,
    },
  };
}

function statistics({ figures }: Zone, mean: number | undefined, { measure }: Known): Statistics {
  const { points, value, share, moisture, elevation, speed } = figures;
  const average = (name: string, sum: Sum) => {
    const found = meanOf(sum);
    return found === undefined ? {} : { [name]: rounded(found) };
  };
  const own = meanOf(share);
  const varies = variation(share);
  const isYield = measure?.word === 'yield';
  return {
    totalPoints: points,
    ...(isYield &&
      value.count > 0 && {
        ...average('avgYield', value),
        minYield: rounded(value.min),
        maxYield: rounded(value.max),
        yieldUnit: measure.unit,
      }),
    ...(isYield && varies !== undefined && { yieldCV: rounded(varies) }),
    ...(own !== undefined && mean && { relative: rounded(own / mean) }),
    ...average('avgMoisture', moisture),
    ...average('avgElevation', elevation),
    ...average('avgSpeed', speed),
  };
}
