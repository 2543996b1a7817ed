import { escapedXml } from '../../formats/markup.ts';
import { fittedProjection, pathOf } from '../geometry/fitted-projection.ts';
import { type Bounds, boundsOf } from '../geometry/multi-polygon.ts';
import { overlayHectares } from '../geometry/overlay-area.ts';
import { coloursOf } from '../machine-files/maps/class-colours.ts';
import { classAt, divisionOf } from '../machine-files/maps/division.ts';
import { divisionTexts } from '../machine-files/maps/map-classes.ts';
import type { DepthPiece } from './depth-map.ts';
import type { StoredIrrigation } from './irrigation.ts';
import { type IrrigationUnits, inUnit } from './irrigation-units.ts';

const [width, height] = [800, 600];
const plot = { left: 20, top: 60, width: 540, height: 500 };
const legend = { left: 590, top: 80, line: 22 };

interface Ground extends DepthPiece {
  /** In the unit of the map. */
  depth: number;
  hectares: number;
}

/**
 * A map of the water of a machine on a date as SVG of 800 by 600, north up: the ground in the colour of the class of its depth, and a legend with the area
 * of each class. It names no font, script or other file, and says in `title` and `desc` what it shows.
 */
export function irrigationMap(
  { date, equipment, sums, isDerived }: Pick<StoredIrrigation, 'date' | 'equipment' | 'sums' | 'isDerived'>,
  pieces: readonly DepthPiece[],
  units: Pick<IrrigationUnits, 'depth' | 'totalArea'>,
): string {
  const ground = pieces.map(
    (piece): Ground => ({
      ...piece,
      depth: inUnit(piece.depthMillimetres, units.depth),
      hectares: overlayHectares(piece.geometry),
    }),
  );
  const division = divisionOf(weighed(ground));
  const { bounds } = division;
  const texts = divisionTexts(division);
  const colours = coloursOf(texts.length).map((code) => `#${code}`);
  const project = fittedProjection(boundsOf(pieces.flatMap(({ geometry }) => geometry.coordinates)) ?? nowhere, plot);
  const drawn = ground.map(({ depth, geometry }) => {
    const path = pathOf(geometry.coordinates.flat(), project);
    return `<path d="${path}" fill-rule="evenodd" fill="${colours[classAt(depth, bounds)]}"><title>${depth} ${units.depth}</title></path>`;
  });
  const area = (hectares: number) => `${shown(inUnit(hectares, units.totalArea))} ${units.totalArea}`;
  const rows = texts.map((text, index) => {
    const own = ground.filter(({ depth }) => classAt(depth, bounds) === index);
    const hectares = own.reduce((sum, piece) => sum + piece.hectares, 0);
    const y = legend.top + index * legend.line;
    return `<rect x="${legend.left}" y="${y}" width="14" height="14" fill="${colours[index]}" stroke="#333"/><text x="${legend.left + 20}" y="${y + 12}">${escapedXml(`${text} (${area(hectares)})`)}</text>`;
  });
  const [min, max, avg] = [sums.depth.min, sums.depth.max, sums.depth.avg].map((depth) =>
    shown(inUnit(depth, units.depth)),
  );
  const title = escapedXml(
    `Irrigation by ${equipment.name ?? equipment.providerEquipmentId} on ${date}, depth in ${units.depth}`,
  );
  const note = isDerived ? 'Derived from passes and their depth, because the panel reports no water.' : '';
  const range =
    min === max ? `${min} ${units.depth}` : `${min} to ${max} ${units.depth}, on average ${avg} ${units.depth}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="map-title map-desc">`,
    `<title id="map-title">${title}</title><desc id="map-desc">${`${range} on ${area(sums.areaHectares)}. ${note}`.trim()}</desc>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<g stroke="#333" stroke-width="0.3">${drawn.join('')}</g>`,
    `<g font-family="sans-serif" font-size="12" fill="#333" stroke="none"><text x="${plot.left}" y="30" font-size="16">${title}</text>`,
    `${rows.join('')}<text x="${plot.left}" y="${height - 12}" font-size="11">${note}</text></g>`,
    '</svg>',
  ].join('\n');
}

const nowhere: Bounds = [0, 0, 0, 0];

/** Ground by its depth. */
function weighed(ground: readonly Ground[]) {
  const hectares = new Map<number, number>();
  for (const piece of ground) hectares.set(piece.depth, (hectares.get(piece.depth) ?? 0) + piece.hectares);
  return [...hectares].map(([value, weight]) => ({ value, weight })).sort((one, other) => one.value - other.value);
}

const shown = (value: number): string => String(Number(value.toPrecision(4)));
