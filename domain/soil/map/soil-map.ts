import { escapedXml } from '../../../formats/markup.ts';
import { counted } from '../../counted.ts';
import { fittedProjection, type Projection, pathOf } from '../../geometry/fitted-projection.ts';
import { coloursOf } from '../../machine-files/maps/class-colours.ts';
import { classAt, divisionOf } from '../../machine-files/maps/division.ts';
import { divisionTexts } from '../../machine-files/maps/map-classes.ts';
import { boundsOfSamples } from '../outputs/bounds.ts';
import type { SoilGeometry } from '../soil-reading.ts';
import type { MappedValues } from './mapped-values.ts';

const [width, height] = [800, 600];
const plot = { left: 20, top: 60, width: 580, height: 500 };
const legend = { left: 620, top: 80, line: 22 };
const dotRadius = 7;

/**
 * A map of an analyte as SVG of 800 by 600, north up: a dot or an area for each place, in the colour of its class, and a
 * legend with the classes and their counts. It names no font, script or other file, and says in `title` and `desc` what
 * it shows.
 */
export function soilMap(values: MappedValues): string {
  const { analyte, unit, method, depth, places, leftOut } = values;
  const numbers = places.flatMap(({ value }) => value ?? []);
  const division = divisionOf(weighed(numbers));
  const texts = numbers.length > 0 ? divisionTexts(division) : [];
  const colours = coloursOf(texts.length).map((code) => `#${code}`);
  const project = fittedProjection(boundsOfSamples(places) ?? [0, 0, 0, 0], plot, 2 * dotRadius);
  const drawn = places.map((place) => {
    const fill = place.value === undefined ? noValue : (colours[classAt(place.value, division.bounds)] ?? noValue);
    const label = `${place.sampleId}: ${place.value ?? 'no value'}`;
    return shapeOf(place.geometry, project, `fill="${fill}" stroke="#333"`, escapedXml(label));
  });
  const without = places.length - numbers.length;
  const rows = [
    ...texts.map((text, index) => ({
      fill: colours[index] ?? noValue,
      text: `${text} (${numbers.filter((value) => classAt(value, division.bounds) === index).length})`,
    })),
    ...(without > 0 ? [{ fill: noValue, text: `no value (${without})` }] : []),
  ];
  const key = rows.map(({ fill, text }, index) => {
    const y = legend.top + index * legend.line;
    return `<rect x="${legend.left}" y="${y}" width="14" height="14" fill="${fill}" stroke="#333"/><text x="${legend.left + 20}" y="${y + 12}">${escapedXml(text)}</text>`;
  });
  const kind = [method, depth].flatMap((part) => part ?? []).join(', ');
  const title = escapedXml(`${analyte}${unit === undefined ? '' : ` in ${unit}`}${kind === '' ? '' : ` (${kind})`}`);
  const note = leftOut > 0 ? `Not shown: ${leftOut} of other methods or depths, or without a place.` : '';
  const range = numbers.length > 0 ? ` from ${number(Math.min(...numbers))} to ${number(Math.max(...numbers))}` : '';
  const described = `${counted(numbers.length, 'value')}${range}. ${note}`.trim();
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="map-title map-desc">`,
    `<title id="map-title">${title}</title><desc id="map-desc">${described}</desc>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<g stroke-width="0.5">${drawn.join('')}</g>`,
    `<g font-family="sans-serif" font-size="12" fill="#333" stroke="none"><text x="${plot.left}" y="30" font-size="16">${title}</text>`,
    `${key.join('')}<text x="${plot.left}" y="${height - 12}" font-size="11">${places.length > 0 ? note : `No sample has a place. ${note}`.trim()}</text></g>`,
    '</svg>',
  ].join('\n');
}

const noValue = '#cccccc';

/** Samples by value, each of the same weight. */
function weighed(numbers: readonly number[]) {
  const counts = new Map<number, number>();
  for (const value of numbers) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, weight]) => ({ value, weight })).sort((one, other) => one.value - other.value);
}

function shapeOf(geometry: SoilGeometry, project: Projection, style: string, label: string): string {
  if (geometry.type === 'Point') {
    const [longitude = 0, latitude = 0] = geometry.coordinates;
    const [x, y] = project(longitude, latitude);
    return `<circle cx="${x}" cy="${y}" r="${dotRadius}" ${style}><title>${label}</title></circle>`;
  }
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const path = pathOf(polygons.flat(), project);
  return `<path d="${path}" fill-rule="evenodd" ${style}><title>${label}</title></path>`;
}

const number = (value: number): string => String(Number(value.toPrecision(6)));
