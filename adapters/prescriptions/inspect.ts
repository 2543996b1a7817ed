import { areaHectares } from '../../domain/geometry/area.ts';
import { metresPerDegree } from '../../domain/geometry/local-plane.ts';
import { boundsOf, type MultiPolygon, multiPolygon, type PolygonRings } from '../../domain/geometry/multi-polygon.ts';
import { areaIn, type Inspection } from '../../domain/prescriptions/inspection.ts';
import type { Prescription } from '../../domain/prescriptions/prescription.ts';
import { finding, type PrescriptionFinding } from '../../domain/prescriptions/prescription-finding.ts';
import { amountFor, type RateUnit, rateUnitParts } from '../../domain/prescriptions/rate-units.ts';
import { loadGdal } from '../gdal/gdal.ts';
import { type Layout, layOut } from './lay-out.ts';

const squareMetresPerHectare = 10_000;
const maxLevels = 100;
/** No boom or spreader changes its rate on less. */
const narrowMetres = 1;

/** Computes what a prescription would do. */
export function inspect(prescription: Prescription, field: MultiPolygon | undefined): Omit<Inspection, 'picture'> {
  const { format, entry, column, unit, grounds, otherwise } = prescription;
  const areas = grounds.map(({ geometry }) => areaHectares(geometry) * squareMetresPerHectare);
  const squareMetres = sum(areas);
  const weighted = sum(grounds.map(({ rate }, index) => rate * (areas[index] ?? 0)));
  const rates = grounds.map(({ rate }) => rate);
  const areaUnit = unit ? rateUnitParts(unit).area : 'ha';
  const bounds = boundsOf(grounds.flatMap(({ geometry }) => geometry.coordinates));
  const gdal = loadGdal();
  const layout = gdal && grounds.length > 0 ? layOut(gdal, grounds, field) : undefined;
  const slivers = grounds.flatMap(({ geometry }) => geometry.coordinates.filter(isNarrow)).length;
  const levels = levelsOf(prescription, areas, areaUnit);
  return {
    format,
    ...(entry !== undefined && { entry }),
    rateColumn: column,
    ...(unit && { rateUnit: unit }),
    polygons: grounds.length,
    ...(bounds && { bounds }),
    area: areaIn(areaUnit, squareMetres),
    ...(rates.length > 0 && {
      rate: { min: min(rates), max: max(rates), mean: squareMetres > 0 ? rounded(weighted / squareMetres) : 0 },
    }),
    ...(unit && { total: { value: amountOf(weighted, unit), unit: rateUnitParts(unit).amount } }),
    ...(levels.length <= maxLevels && { levels }),
    ...(otherwise && { otherwise }),
    ...(layout && {
      holes: { count: layout.holes.count, squareMetres: rounded(layout.holes.squareMetres) },
      overlaps: { squareMetres: rounded(layout.overlapping) },
    }),
    slivers,
    ...(layout?.outside !== undefined && {
      field: { outside: areaIn(areaUnit, layout.outside), uncovered: areaIn(areaUnit, layout.uncovered ?? 0) },
    }),
    findings: [
      ...prescription.findings,
      ...(grounds.length === 0 ? [finding('noPolygons', entry === undefined ? {} : { entry })] : []),
      ...(rates.length > 0 && max(rates) <= 0 ? [finding('ratesAllZero', { column })] : []),
      ...layoutFindings(layout, squareMetres),
      ...(slivers > 0 ? [finding('slivers', {}, { count: slivers })] : []),
      ...(gdal ? [] : [finding('notExamined', {}, { what: 'Holes, overlaps and ground outside of the field' })]),
    ],
  };
}

/** @param weighted the sum of rates times square metres. */
function amountOf(weighted: number, unit: RateUnit): number {
  return rounded(amountFor(1, unit, weighted));
}

function levelsOf({ grounds, unit }: Prescription, areas: readonly number[], areaUnit: 'ha' | 'ac') {
  const levels = new Map<number, { polygons: number; squareMetres: number }>();
  for (const [index, { rate }] of grounds.entries()) {
    const level = levels.get(rate) ?? { polygons: 0, squareMetres: 0 };
    level.polygons++;
    level.squareMetres += areas[index] ?? 0;
    levels.set(rate, level);
  }
  return [...levels]
    .sort(([a], [b]) => a - b)
    .map(([rate, { polygons, squareMetres }]) => ({
      rate,
      polygons,
      area: areaIn(areaUnit, squareMetres).value,
      ...(unit && { amount: amountOf(rate * squareMetres, unit) }),
    }));
}

function layoutFindings(layout: Layout | undefined, squareMetres: number): PrescriptionFinding[] {
  if (!layout) return [];
  const { invalid, overlapping, holes, outside = 0 } = layout;
  const percent = squareMetres > 0 ? Number(((100 * outside) / squareMetres).toFixed(1)) : 0;
  return [
    ...(invalid
      ? [finding('polygonsInvalid', { row: invalid.index + 1, rows: invalid.count }, { defect: invalid.defect })]
      : []),
    ...(overlapping > 0 ? [finding('overlaps', {}, { squareMetres: rounded(overlapping) })] : []),
    ...(holes.count > 0
      ? [finding('gaps', {}, { count: holes.count, squareMetres: rounded(holes.squareMetres) })]
      : []),
    ...(percent > 0 ? [finding('outsideField', {}, { hectares: areaIn('ha', outside).value, percent })] : []),
  ];
}

/** Twice the area through the circumference is the width of a strip. */
function isNarrow(polygon: PolygonRings): boolean {
  const [, latitude] = polygon[0]?.[0] ?? [0, 0];
  const metres = metresPerDegree(latitude);
  const around = polygon.flatMap((ring) =>
    ring.slice(1).map(([x, y], index) => {
      const [fromX, fromY] = ring[index] ?? [x, y];
      return Math.hypot((x - fromX) * metres.longitude, (y - fromY) * metres.latitude);
    }),
  );
  return (2 * areaHectares(multiPolygon([polygon])) * squareMetresPerHectare) / sum(around) < narrowMetres;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const min = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b), Infinity);
const max = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), -Infinity);
const rounded = (value: number) => Number(value.toFixed(4));
