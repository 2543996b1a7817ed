import { classesOf } from '../../points/classes.ts';
import { sceneLink } from '../layers/read-layer.ts';
import type { SeasonLayers } from '../layers/season-layers.ts';
import { areaText } from '../legend/texts.ts';
import { runSql } from '../numbers/run-sql.ts';
import { countedOperation } from '../numbers/season-work.ts';
import { dayText } from '../text/dates.ts';
import { unitText } from '../text/properties.ts';
import { pointRows, type RowsQuery, sampleRows } from './point-rows.ts';
import { saveFile } from './save-file.ts';
import { csvOf, geojsonOf } from './text-files.ts';

export type Format = 'png' | 'geotiff' | 'shapefile' | 'geojson' | 'csv';

/** What an export contains, for people. */
export interface Export {
  format: Format;
  title: string;
  contains: string;
}

const rows: Export[] = [
  { format: 'shapefile', title: 'Shapefile', contains: 'The shown points with all their properties, zipped' },
  { format: 'geojson', title: 'GeoJSON', contains: 'The shown points with all their properties' },
  { format: 'csv', title: 'CSV', contains: 'The shown points with all their properties, units in the header' },
];
const picture: Export = {
  format: 'png',
  title: 'PNG',
  contains: 'The map as you see it, with title, legend and scale',
};

/** The exports of the layer that is shown. */
export function exportsOf(layers: SeasonLayers): Export[] {
  const choice = layers.season.chosen.value;
  if (!choice) return [];
  const { kind } = choice.source;
  if (kind === 'scene') {
    const contains = 'The values of all pixels, as the API has them';
    return [picture, { format: 'geotiff', title: 'GeoTIFF', contains }];
  }
  if (kind === 'samples') return [picture, ...rows.map((one) => ({ ...one, contains: 'The samples of this layer' }))];
  const contains = 'A grid of this property: the mean of the shown points in each cell';
  return [
    picture,
    ...(choice.unit === undefined ? [] : [{ format: 'geotiff', title: 'GeoTIFF', contains } as const]),
    ...rows,
  ];
}

/** Makes a file of what is shown, by a script that is loaded for it, and has the browser save it. @param isZone only the points in the zone. @throws Error with a sentence on what failed. */
export async function exportShown(format: Format, layers: SeasonLayers, map: HTMLElement | null, isZone: boolean) {
  const { season } = layers;
  const choice = season.chosen.value;
  if (!choice) return;
  const name = fileName([season.field.name, choice.title, choice.date]);
  if (format === 'png') {
    if (!map) throw new Error('The map has not been drawn yet.');
    const { pictureOf } = await import('./picture.ts');
    return saveFile(`${name}.png`, await pictureOf(map, textsOf(layers)));
  }
  if (choice.source.kind === 'scene') {
    const { index, ...scene } = choice.source;
    // The storage names the file.
    window.location.assign(await sceneLink(season.api, scene, index));
    return;
  }
  const query = await queryOf(layers, isZone);
  const found = await runSql(season.api, query.sql);
  if (found.length === 0) throw new Error('No points are shown.');
  if (format === 'csv') return saveFile(`${name}.csv`, new Blob([csvOf(found, query.columns)], { type: 'text/csv' }));
  if (format === 'geojson') {
    const type = 'application/geo+json';
    return saveFile(`${name}.geojson`, new Blob([geojsonOf(found, query.columns)], { type }));
  }
  if (format === 'shapefile') {
    const { shapefileOf } = await import('./shapefile.ts');
    return saveFile(`${name}.zip`, shapefileOf(name, found, query.columns));
  }
  if (choice.source.kind !== 'operation') return;
  const { geotiffOf, rasterOf } = await import('./geotiff.ts');
  const ground = layers.first.value?.drawn?.points.set.about.ground;
  const cell = Math.max(minCell, 2 * Math.max(ground?.wide ?? 0, ground?.long ?? 0));
  const raster = rasterOf(found, choice.source.property, cell);
  if (!raster) throw new Error('No point has this property.');
  saveFile(`${name}.tif`, geotiffOf(raster, `${choice.title}, ${choice.unit ?? ''}, ${choice.date}`));
}

/** The least width of a cell of a raster, in metres. */
const minCell = 2;

async function queryOf({ season }: SeasonLayers, isZone: boolean): Promise<RowsQuery> {
  const { chosen, events, showHidden, field, zone } = season;
  const choice = chosen.value;
  if (choice?.source.kind === 'samples') {
    return sampleRows(field, { source: choice.source, date: choice.date });
  }
  const operation = countedOperation(chosen.value, events.value);
  if (!operation) throw new Error('Nothing is shown.');
  return pointRows(await season.works.read(operation, showHidden.value), isZone ? zone.value : undefined);
}

function textsOf(layers: SeasonLayers) {
  const { season, backdrop, first } = layers;
  const [layer, choice] = [first.value, season.chosen.value];
  const points = layer?.drawn?.points;
  const isImperial = layers.isImperial(layer);
  const classes = points ? classesOf(points.set, points.division, season.showHidden.value) : [];
  const unit = choice?.unit === undefined ? '' : `, ${unitText(choice.unit)}`;
  const isSatellite = choice?.source.kind === 'scene' || backdrop.value !== undefined;
  return {
    title: season.field.name,
    subtitle: choice ? `${choice.title}${unit}, ${dayText(choice.date)}` : '',
    legend: classes.toReversed().map(({ colour, text, squareMetres }) => ({
      colour: `#${colour}`,
      text:
        squareMetres === undefined
          ? text
          : `${text}  (${areaText(squareMetres, isImperial)} ${isImperial ? 'ac' : 'ha'})`,
    })),
    credit: isSatellite ? `Contains modified Copernicus Sentinel data. Made with Furrow.` : 'Made with Furrow.',
  };
}

/** @example fileName(['Home', 'Yield, dry mass']) // 'home-yield-dry-mass' */
const fileName = (parts: readonly string[]) =>
  parts
    .join(' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
