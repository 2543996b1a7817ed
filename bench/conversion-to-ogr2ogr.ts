import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { boundaryReader } from '../adapters/boundary-files/boundary-reader.ts';
import { type ContainedReaders, containedReaders } from '../adapters/containment/contained-readers.ts';
import { systemClock } from '../adapters/system.ts';
import { containedPrograms, startedReaders } from './contained-programs.ts';
import { hundredFieldsZip } from './hundred-fields.ts';
import { runPeer } from './missing-peer.ts';
import { benchmark } from './row.ts';
import { median, timed } from './statistics.ts';
import { temporaryFolder } from './temporary-folder.ts';

const maxOfOgr2ogr = 1.5;
const program = 'functions/jobs/convert-boundaries/read-boundaries.ts';

/**
 * Converts an upload of 100 fields in a running worker: a contained process, started ahead as in the product, unpacks and reads the file and
 * answers. The peer does less: it checks and repairs nothing.
 */
export const conversionToOgr2ogr = benchmark({
  name: 'conversion',
  takes: 'half a minute: reading 100 fields in a contained process beside ogr2ogr as a whole process',
  sizes: { full: { rounds: 15 }, tiny: { rounds: 1 } },
  async *run({ rounds }) {
    const temporary = temporaryFolder();
    let readers: ContainedReaders | undefined;
    try {
      const path = join(temporary.path, 'fields.zip');
      writeFileSync(path, hundredFieldsZip());
      readers = containedReaders(await containedPrograms(program, temporary.path), (line) => console.warn(line));
      const [ours, theirs]: [number[], number[]] = [[], []];
      // Alternately, so that both meet the same load of the machine.
      for (let round = 0; round < rounds; round++) {
        ours.push(await convert(path, readers));
        const target = join(temporary.path, `${round}.geojson`);
        const operands = ['-t_srs', 'EPSG:4326', target, `/vsizip/${path}`];
        theirs.push(await timed(() => runPeer('ogr2ogr', operands, { packages: 'gdal-bin' })));
      }
      yield {
        name: 'conversion of 100 fields in UTM, contained',
        measured: median(ours),
        unit: 'ms',
        comparedWith: { what: 'of ogr2ogr, whole process', value: median(theirs) },
        limit: { atMost: maxOfOgr2ogr },
      };
    } finally {
      await readers?.end();
      temporary.remove();
    }
  },
});

/** Milliseconds from handing the file to a running process until its answer. */
async function convert(path: string, readers: ContainedReaders): Promise<number> {
  let ready = Number.NaN;
  const warm = startedReaders(readers, () => {
    ready = performance.now();
  });
  const download = async (target: string) => {
    copyFileSync(path, target);
    return true;
  };
  const answered = await boundaryReader(warm, systemClock).open({ name: 'fields.zip', download }, async (upload) => {
    let fields = 0;
    for (const set of upload.sets) fields += (await upload.read(set)).fieldCount;
    if (fields !== 100) throw new Error(`100 fields were written and ${fields} read`);
    return performance.now();
  });
  return (answered ?? Number.NaN) - ready;
}
