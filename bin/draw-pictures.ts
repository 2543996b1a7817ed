import { copyFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { machineFileEngine } from '../adapters/machine-files/engine.ts';
import { defaultSettings, type Settings } from '../domain/configuration/configuration.ts';
import { sheetName } from '../domain/machine-files/image.ts';
import type { ImageSink, ResultSink } from '../domain/machine-files/machine-file-engine.ts';

/*
 * Draws the picture of a harvest that the README shows, as the service draws it with its default settings:
 * `node --import tsx bin/draw-pictures.ts "Export From MyJohnDeere - Harvest.zip"`, with that file from the folder `Shapefiles` of
 * https://github.com/JohnDeere/SampleData (MIT licence).
 */
const [path] = process.argv.slice(2);
if (!path) throw new Error('Name the archive of the harvest: draw-pictures.ts <file>.');

const property = 'dryMassPerArea';
const picture = new URL('../docs/images/harvest.png', import.meta.url);
const settings: Settings = {
  ...defaultSettings,
  operationsImageCreation: true,
  operationsImageAttributeCreation: { harvested: { [property]: true } },
};

const images: ImageSink = {
  async image(name, content) {
    if (name === sheetName(property)) await writeFile(picture, content);
  },
};
const sink: ResultSink = {
  ...images,
  async artefact(_, content) {
    for await (const _chunk of content);
  },
  async points() {},
};
const order = {
  settings,
  ownerName: '',
  svcUserId: '',
  fileId: '',
  ingestId: '',
  provider: '',
  fieldsOn: async () => [],
};

const stored = { name: basename(path), download: (to: string) => copyFile(path, to).then(() => true) };
const processed = await machineFileEngine.process(stored, order, sink);
const drawn = processed?.images?.find((image) => image.property === property);
if (!drawn)
  throw new Error(`${path} has no ${property}: ${processed?.problems.map(({ message }) => message).join(' ')}`);
const points = drawn.classes.reduce((sum, { count }) => sum + count, 0);
const bounds = drawn.classes.map(({ max }) => Math.round(max).toLocaleString('en'));
console.log(`${points.toLocaleString('en')} points in ${drawn.unit}, in classes up to ${bounds.join(', ')}`);
