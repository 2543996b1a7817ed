import { createHash } from 'node:crypto';
import type { ConvertedField } from '../../domain/boundary-files/converted-set.ts';
import { fitName, maxFieldName } from '../../domain/boundary-files/field-name.ts';
import { type BoundaryProblem, type ProblemLocation, problem } from '../../domain/boundary-files/problem.ts';
import { cutAtAntimeridian } from '../../domain/geometry/antimeridian.ts';
import { findRangeFault, type RangeFault } from '../../domain/geometry/coordinate-range.ts';
import { maxSelfCrossings } from '../../domain/geometry/crossings.ts';
import { multiPolygon, type PolygonRings, vertexCount } from '../../domain/geometry/multi-polygon.ts';
import { canonicalPolygons, orientPolygons, tidyPolygons } from '../../domain/geometry/rings.ts';
import type { Defect } from '../../domain/geometry/validity.ts';
import type { Widened } from '../../domain/geometry/widen.ts';
import { encodeWkb } from '../../domain/geometry/wkb.ts';
import { gdalInstall } from '../gdal/gdal.ts';
import { type Conversion, ConversionError, type SourceContent } from './conversion.ts';
import { repairPolygons } from './repair.ts';

/** The result of a feature: a field, or problems that name the reason. */
export interface ConvertedFeature {
  field?: Omit<ConvertedField, 'index' | 'feature' | 'layer' | 'problems'>;
  problems: BoundaryProblem[];
}

/** The boundaries seen so far in an upload: digests of shapes, each with the name of the feature that has it. */
export type SeenBoundaries = Map<string, string>;

/** Converts a feature of a file to a boundary that can be stored. */
export function convertFeature(
  content: SourceContent,
  location: ProblemLocation,
  { limits, gdal }: Pick<Conversion, 'limits' | 'gdal'>,
  seen: SeenBoundaries,
): ConvertedFeature {
  const problems: BoundaryProblem[] = [];
  try {
    const polygons = takePolygons(content.geometry, location, limits.vertices, problems);
    const { repaired, polygons: valid } = makeBoundary(polygons, location, gdal, problems);
    const geometry = multiPolygon(orientPolygons(valid));
    const twin = findTwin(geometry.coordinates, describe(location, content.name), seen);
    if (twin) return { problems: [...problems, problem('duplicateFeature', location, { original: twin })] };
    const name = takeName(content.name, location, problems);
    return { field: { ...(name && { name }), geometry, validity: 'VALID', repaired }, problems };
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    return { problems: [...problems, error.problem] };
  }
}

function takePolygons(
  { polygons, others }: Widened,
  location: ProblemLocation,
  max: number,
  problems: BoundaryProblem[],
): PolygonRings[] {
  if (polygons.length === 0) {
    const [found] = others;
    throw new ConversionError(found ? problem('notPolygon', location, { found }) : problem('emptyGeometry', location));
  }
  if (others.length > 0) problems.push(problem('partsDropped', location, { found: [...new Set(others)].join(', ') }));
  const vertices = vertexCount(polygons);
  if (vertices > max) throw new ConversionError(problem('tooManyVertices', location, { vertices, limit: max }));
  const cut = cutAtAntimeridian(polygons);
  const fault = findRangeFault(cut.polygons);
  if (fault) throw new ConversionError(rangeProblem(fault, location));
  if (cut.isCut) problems.push(problem('cutAtAntimeridian', location));
  return cut.polygons;
}

function rangeProblem(fault: RangeFault, location: ProblemLocation): BoundaryProblem {
  if (fault.fault === 'outOfRange') return problem('coordinatesOutOfRange', location, fault);
  if (fault.fault === 'crossesAntimeridian') return problem('crossesAntimeridian', location, fault);
  return problem('touchesPole', location, fault);
}

function makeBoundary(
  source: PolygonRings[],
  location: ProblemLocation,
  gdal: Conversion['gdal'],
  problems: BoundaryProblem[],
) {
  const { polygons, tooFewPointsAt } = tidyPolygons(source);
  const short: Defect | undefined = tooFewPointsAt && { validity: 'TOO_FEW_POINTS', position: tooFewPointsAt };
  if (polygons.length === 0)
    throw new ConversionError(defectProblem('invalidGeometry', short ?? { validity: 'TOO_FEW_POINTS' }, location));
  const result = repairPolygons(polygons, gdal());
  if (result.outcome === 'engineMissing') throw new ConversionError(repairNeedsGdal(location));
  if (result.outcome === 'tangled') {
    throw new ConversionError(problem('tangledGeometry', location, { limit: maxSelfCrossings }));
  }
  if (result.outcome === 'lost') throw new ConversionError(defectProblem('invalidGeometry', result.defect, location));
  const defect = result.outcome === 'repaired' ? result.defect : short;
  if (defect) problems.push(defectProblem('repairedGeometry', defect, location));
  return { polygons: result.polygons, repaired: defect !== undefined };
}

function defectProblem(
  code: 'invalidGeometry' | 'repairedGeometry',
  { validity, position: at }: Defect,
  location: ProblemLocation,
): BoundaryProblem {
  return problem(code, location, { validity, at });
}

function repairNeedsGdal(location: ProblemLocation): BoundaryProblem {
  return problem('engineMissing', location, {
    engine: 'GDAL',
    need: 'checking and repairing this boundary',
    install: gdalInstall,
  });
}

function findTwin(polygons: PolygonRings[], own: string, seen: SeenBoundaries): string | undefined {
  const digest = createHash('sha256')
    .update(encodeWkb(canonicalPolygons(polygons)))
    .digest('base64');
  const twin = seen.get(digest);
  if (!twin) seen.set(digest, own);
  return twin;
}

function describe({ file, layer, feature }: ProblemLocation, name: string | undefined): string {
  return `feature ${feature}${name ? ` (${fitName(name)})` : ''}${layer ? ` of layer ${layer}` : ''} in ${file}`;
}

function takeName(
  name: string | undefined,
  location: ProblemLocation,
  problems: BoundaryProblem[],
): string | undefined {
  if (!name) return undefined;
  const fitted = fitName(name);
  if (fitted !== name)
    problems.push(problem('nameShortened', location, { length: [...name].length, limit: maxFieldName }));
  return fitted;
}
