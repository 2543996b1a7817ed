import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { unpackArchive } from '../../../adapters/archives/archive.ts';
import { boundaryLimits } from '../../../domain/boundary-files/limits.ts';
import { noSmallDisk, smallDisk } from '../../small-disk.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { zip } from './upload-fixture.ts';

describe.skipIf(noSmallDisk)(`on a small disk ${noSmallDisk ?? ''}`, () => {
  test.each([true, false])(
    'a file is not called damaged when the disk is full (parts are kept: %s)',
    async (keepParts) => {
      const path = join(temporaryFolder('archive'), 'farm.zip');
      const bytes = Uint8Array.from({ length: 3_000_000 }, (_, index) => (index * index) >> 7);
      writeFileSync(path, zip({ 'whole.geojson': '{}', 'large.geojson': bytes }));
      const unpacked = unpackArchive(path, 'farm.zip', join(smallDisk(1).path, 'files'), boundaryLimits, { keepParts });
      await expect(unpacked).rejects.toMatchObject({ code: 'ENOSPC' });
    },
  );
});
