import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadReference } from '../../adapters/reference/load-reference.ts';
import { UnreadableReference } from '../../adapters/reference/read-features.ts';
import { countiesTable } from '../../domain/query/tables/counties.ts';
import { soilTable } from '../../domain/query/tables/soil.ts';
import { countyRow, soilRow } from '../../domain/reference/reference-row.ts';
import { type Command, CommandProblem, type Invocation } from './command.ts';
import { installationOptions, openInstallation } from './installation.ts';
import { dataDirVariable } from './state-options.ts';

/** Options that describe a named file; data sets that come with Furrow describe themselves. */
const ofFile = ['attributes', 'county', 'layer'] as const;

const shipped = fileURLToPath(new URL('../../assets/reference/', import.meta.url));

/** Shared tables: how their rows are made, and which parts come with Furrow. */
const loaders = {
  ssurgo: { table: soilTable, rowOf: soilRow, sample: 'soil-of-sc001.geojson' },
  states_counties: { table: countiesTable, rowOf: countyRow, sample: 'counties-of-illinois-and-iowa.geojson' },
};

/** Tables that every owner queries and that the operator fills. */
export const load: Command = {
  usage: ['load <table> [file] [options]'],
  description: [
    `Loads a file into a table that every owner can query: ${Object.keys(loaders).join(' or ')}.`,
    'The file is a shapefile (zipped or not), GeoPackage, File Geodatabase, GeoJSON, FlatGeobuf, or CSV with a column WKT.',
    'Without a file, it loads the small sample that comes with Furrow. docs/reference-tables.md says where to get complete data.',
  ].join('\n'),
  options: {
    ...installationOptions,
    attributes: { type: 'string', value: 'FILE', description: "ssurgo: the survey's tabular/muaggatt.txt" },
    county: { type: 'string', value: 'NAME', description: 'ssurgo: the county of all polygons in the file' },
    layer: { type: 'string', value: 'NAME', description: 'the layer (default: the first layer of polygons)' },
    part: {
      type: 'string',
      value: 'NAME',
      description:
        'the name of this part of the table; loading a part again replaces it (default: the name of the file)',
    },
  },
  variables: dataDirVariable,
  async run(invocation) {
    const [name = '', file, ...rest] = invocation.words;
    const loader = Object.hasOwn(loaders, name) ? loaders[name as keyof typeof loaders] : undefined;
    if (!loader || rest.length > 0) throw new CommandProblem(`name one table: ${Object.keys(loaders).join(' or ')}`);
    const [attributes, county, layer] = ofFile.map((option) => textOf(invocation, option));
    const said = ofFile.find((option) => textOf(invocation, option) !== undefined);
    if (file === undefined && said !== undefined)
      throw new CommandProblem(`--${said} needs a file: name the file, see docs/reference-tables.md`);
    const path = file ?? join(shipped, loader.sample);
    for (const one of [path, attributes]) if (one !== undefined) await mustBeThere(one);
    const part = partOf(textOf(invocation, 'part') ?? basename(path));
    const { lake } = await openInstallation(invocation);
    const source = { path, attributes, layer, said: county === undefined ? {} : { county } };
    const rows = await loadReference(loader.table, loader.rowOf, source, part, lake).catch(asProblem);
    if (rows === 0)
      throw new CommandProblem(`${path} has no rows for ${name}: docs/reference-tables.md lists the columns`);
    console.log(`loaded ${rows} row${rows === 1 ? '' : 's'} into ${name} as part ${part}`);
    return 0;
  },
};

function textOf({ options }: Invocation, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** Part of a key. */
function partOf(name: string): string {
  return name.replace(/\.(zip|shp|gpkg|gdb|geojson|json|fgb|csv)$/i, '').replace(/[^A-Za-z0-9_-]+/g, '-');
}

async function mustBeThere(path: string): Promise<void> {
  await stat(path).catch(() => {
    throw new CommandProblem(`there is no file ${path}`);
  });
}

function asProblem(error: unknown): never {
  throw error instanceof UnreadableReference ? new CommandProblem(error.message) : error;
}
