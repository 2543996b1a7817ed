import { areaHectares } from '../../domain/geometry/area.ts';
import { metresPerDegree } from '../../domain/geometry/local-plane.ts';
import { boundsOf, type Ring } from '../../domain/geometry/multi-polygon.ts';
import { classOf, type ValueClass } from '../../domain/machine-files/image.ts';
import { colourOf, coloursOf } from '../../domain/machine-files/maps/class-colours.ts';
import { classAt, divisionOf } from '../../domain/machine-files/maps/division.ts';
import { countedClasses } from '../../domain/machine-files/maps/map-classes.ts';
import type { Prescription, RatedGround } from '../../domain/prescriptions/prescription.ts';
import { encodePng } from '../images/png.ts';
import { mapSheet } from '../machine-files/images/map-sheet.ts';

/** Pixels along the longer side. */
const maxPixels = 800;
const squareMetresPerHectare = 10_000;

/** Draws a prescription as a map with its legend, a PNG; undefined without polygons. */
export function drawPrescription({ grounds, unit, column }: Prescription): Buffer | undefined {
  const bounds = boundsOf(grounds.flatMap(({ geometry }) => geometry.coordinates));
  if (!bounds) return undefined;
  const [west, south, east, north] = bounds;
  const metres = metresPerDegree((south + north) / 2);
  const [across, along] = [(east - west) * metres.longitude, (north - south) * metres.latitude];
  const pixelMetres = Math.max(across, along) / maxPixels || 1;
  const [width, height] = [Math.ceil(across / pixelMetres) + 1, Math.ceil(along / pixelMetres) + 1];
  const classes = classesOf(grounds, unit ?? '');
  const pixels = new Uint8Array(width * height);
  const placed = ([x, y]: readonly [number, number]): [number, number] => [
    ((x - west) * metres.longitude) / pixelMetres,
    ((north - y) * metres.latitude) / pixelMetres,
  ];
  for (const { geometry, rate } of grounds) {
    const colour = classOf(rate, classes) + 1;
    for (const polygon of geometry.coordinates) {
      fillPolygon(
        polygon.map((ring) => ring.map(placed)),
        { width, height, pixels },
        colour,
      );
    }
  }
  const picture = { width, height, pixels, palette: coloursOf(classes.length).map(colourOf) };
  const texts = { property: column.replaceAll('_', ' '), unit: unit ?? 'unit not stated', classes };
  return encodePng(mapSheet(picture, texts, pixelMetres));
}

/** The classes of maps, by the ground of each rate. */
function classesOf(grounds: readonly RatedGround[], unit: string): ValueClass[] {
  const sorted = grounds
    .map(({ rate, geometry }) => ({ rate, squareMetres: areaHectares(geometry) * squareMetresPerHectare }))
    .sort((a, b) => a.rate - b.rate);
  const rates = [...new Set(sorted.map(({ rate }) => rate))];
  const counted = (of: typeof sorted) => ({
    count: of.length,
    squareMetres: of.reduce((sum, { squareMetres }) => sum + squareMetres, 0),
  });
  const layer = rates.map((value) => ({
    value,
    weight: counted(sorted.filter(({ rate }) => rate === value)).squareMetres,
  }));
  const division = divisionOf(layer);
  const groups = new Map<number, typeof sorted>();
  for (const one of sorted) {
    const index = classAt(one.rate, division.bounds);
    groups.set(index, [...(groups.get(index) ?? []), one]);
  }
  const ends = { min: rates[0] ?? 0, max: rates.at(-1) ?? 0 };
  return countedClasses(division, new Map([...groups].map(([index, of]) => [index, counted(of)])), ends, unit);
}

/** Fills the pixels whose centres are inside a polygon (even-odd over all rings). */
function fillPolygon(
  rings: Ring[],
  { width, height, pixels }: { width: number; height: number; pixels: Uint8Array },
  colour: number,
): void {
  const box = boundsOf([rings]);
  if (!box) return;
  const [first, last] = [Math.max(0, Math.floor(box[1])), Math.min(height - 1, Math.ceil(box[3]))];
  const crossings: number[][] = Array.from({ length: Math.max(0, last - first + 1) }, () => []);
  for (const ring of rings) {
    for (let index = 1; index < ring.length; index++) {
      const [[x1, y1], [x2, y2]] = [ring[index - 1] as [number, number], ring[index] as [number, number]];
      const [top, bottom] = [Math.min(y1, y2), Math.max(y1, y2)];
      for (let row = Math.max(first, Math.ceil(top - 0.5)); row <= last && row + 0.5 < bottom; row++) {
        crossings[row - first]?.push(x1 + ((row + 0.5 - y1) / (y2 - y1)) * (x2 - x1));
      }
    }
  }
  for (const [index, row] of crossings.entries()) {
    row.sort((a, b) => a - b);
    for (let at = 0; at + 1 < row.length; at += 2) {
      const [from, to] = [
        Math.max(0, Math.ceil((row[at] ?? 0) - 0.5)),
        Math.min(width, Math.ceil((row[at + 1] ?? 0) - 0.5)),
      ];
      if (from < to) pixels.fill(colour, (first + index) * width + from, (first + index) * width + to);
    }
  }
}
