import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ContainedReaders, containedReaders } from '../adapters/containment/contained-readers.ts';
import { containedScenes } from '../adapters/satellite/contained-scenes.ts';
import { ranges } from '../adapters/satellite/ranges.ts';
import { openBand } from '../adapters/satellite/tiff/band-file.ts';
import type { MultiPolygon, Position } from '../domain/geometry/multi-polygon.ts';
import type { Scene } from '../domain/satellite/scenes/scene.ts';
import { containedPrograms, startedReaders } from './contained-programs.ts';
import { benchmark } from './row.ts';
import { imagesByHand } from './scenes/by-hand.ts';
import { serveRanges } from './scenes/serve-ranges.ts';
import { corner, requiredGdal, writeBands } from './scenes/write-bands.ts';
import { median, timed } from './statistics.ts';
import { temporaryFolder } from './temporary-folder.ts';

const maxOfByHand = 1.5;
/** Bytes read at most, in those of the field's blocks: the headers of 13 files come on top. */
const maxTimesBlocks = 3;
/** Metres from west to east, and from north to south: 60 ha. */
const [wide, high] = [800, 750];
const program = 'functions/jobs/process-scenes/read-scenes.ts';

/** The images of a scene over a field of 60 ha, from the request for its bytes on, in a contained process started ahead. */
export const scenes = benchmark({
  name: 'scenes',
  takes:
    'a minute: 30 images of a field in a contained process beside the commands of GDAL, and the bytes that are read',
  sizes: { full: { rounds: 5, neighbours: 20 }, tiny: { rounds: 1, neighbours: 1 } },
  async *run({ rounds, neighbours }) {
    const temporary = temporaryFolder();
    const bands = writeBands(temporary.path);
    const server = await serveRanges(temporary.path);
    let readers: ContainedReaders | undefined;
    try {
      readers = containedReaders(await containedPrograms(program, temporary.path), (line) => console.warn(line));
      const field = fieldAt(0);
      const path = join(temporary.path, 'field.geojson');
      writeFileSync(path, JSON.stringify(field));
      const [ours, theirs, bytes]: [number[], number[], number[]] = [[], [], []];
      for (let round = 0; round < rounds; round++) {
        server.sent.bytes = 0;
        ours.push(await process(field, readers, server.origin, memory()));
        bytes.push(server.sent.bytes);
        const folder = join(temporary.path, `by-hand-${round}`);
        mkdirSync(folder);
        theirs.push(await timed(() => imagesByHand(bands, path, folder)));
      }
      yield {
        name: '30 images of a field of 60 ha, contained, beside 25',
        measured: median(ours),
        unit: 'ms',
        comparedWith: { what: 'of gdalwarp, gdal_calc and gdaldem', value: median(theirs) },
        limit: { atMost: maxOfByHand },
      };
      const megabyte = 1_000_000;
      yield {
        name: 'bytes read for them',
        measured: median(bytes) / megabyte,
        unit: 'MB',
        comparedWith: { what: 'of the blocks on which the field lies', value: (await blockBytes(bands)) / megabyte },
        limit: { atMost: maxTimesBlocks },
      };
      server.sent.bytes = 0;
      const kept = memory();
      for (let index = 0; index < neighbours; index++) await process(fieldAt(index), readers, server.origin, kept);
      yield {
        name: `bytes read for ${neighbours} fields on the same blocks`,
        measured: server.sent.bytes / megabyte,
        unit: 'MB',
        comparedWith: { what: 'for one of them', value: median(bytes) / megabyte },
        limit: { atMost: 1 },
      };
    } finally {
      await readers?.end();
      server.close();
      temporary.remove();
    }
  },
});

/** Milliseconds. */
async function process(
  field: MultiPolygon,
  readers: ContainedReaders,
  origin: string,
  store: ReturnType<typeof memory>,
): Promise<number> {
  let ready = Number.NaN;
  const started = startedReaders(readers, () => {
    ready = performance.now();
  });
  const names = ['B01', 'B02', 'B03', 'B04', 'B05', 'B06', 'B07', 'B08', 'B8A', 'B09', 'B11', 'B12', 'SCL'];
  const assets = names.map((band) => [
    band,
    { href: `${origin}/${band}.tif`, scale: 0.0001, offset: -0.1, metres: 10 },
  ]);
  const scene = { assets: Object.fromEntries(assets), tile: '15TVG' } as unknown as Scene;
  const { images, coverage } = await containedScenes(started, ranges({ hosts: [origin], store })).process(
    scene,
    field,
    async () => {},
  );
  if (images.length !== 30 || coverage !== 100) throw new Error(`${images.length} images of ${coverage} % were made`);
  return performance.now() - ready;
}

/** A field of 60 ha; the others lie beside it. */
function fieldAt(index: number): MultiPolygon {
  const [x, y] = [corner.west + (index % 5) * (wide + 20), corner.north - Math.floor(index / 5) * (high + 20)];
  const corners = [
    [x, y],
    [x + wide, y],
    [x + wide, y - high],
    [x, y - high],
    [x, y],
  ];
  const gdal = requiredGdal();
  const utm = gdal.SpatialReference.fromEPSG(corner.system);
  const toDegrees = new gdal.CoordinateTransformation(
    utm,
    gdal.SpatialReference.fromProj4('+proj=longlat +datum=WGS84'),
  );
  const ring = corners.map(([east = 0, south = 0]): Position => {
    const position = toDegrees.transformPoint(east, south);
    return [position.x, position.y];
  });
  return { type: 'MultiPolygon', coordinates: [[ring]] };
}

/** Bytes of the blocks that cover the field, over all files: one block of each. */
async function blockBytes(bands: Record<string, string>): Promise<number> {
  let bytes = 0;
  for (const [band, path] of Object.entries(bands)) {
    const file = readFileSync(path);
    const { lay, blockWidth, blockHeight, blockAt } = await openBand(async (from, to) => file.subarray(from, to), band);
    const column = Math.floor((corner.west + wide / 2 - lay.x) / lay.dx / blockWidth);
    const row = Math.floor((lay.y - corner.north + high / 2) / lay.dy / blockHeight);
    const { from = 0, to = 0 } = (await blockAt(column, row)) ?? {};
    bytes += to - from;
  }
  return bytes;
}

/** A cache of what has been fetched. */
function memory() {
  const objects = new Map<string, Uint8Array>();
  return {
    async put(key: string, content: string | Uint8Array) {
      objects.set(key, Buffer.from(content));
    },
    async getStream(key: string) {
      const found = objects.get(key);
      return found && once(found);
    },
  };
}

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}
