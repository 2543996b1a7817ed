import { join } from 'node:path';
import { uploadUntilProcessed } from './boundary-upload.ts';
import { form, httpClient } from './http-client.ts';
import { hundredFieldsZip } from './hundred-fields.ts';
import { writeLargeZip } from './large-zip.ts';
import { makeOwners } from './owners.ts';
import { residentTogether, watchMemory, withChildren } from './process-memory.ts';
import { benchmark, within } from './row.ts';
import { type RunningFurrow, startFurrow } from './running-furrow.ts';
import { temporaryFolder } from './temporary-folder.ts';

const maxGrowthMegabytes = 150;

/** Memory that one upload of a gigabyte takes on its whole way: form, upload session, bucket, worker. */
export const largeUpload = benchmark({
  name: 'large-upload',
  takes: 'half a minute and 4 GB of disk: the memory that an upload of 1 GB takes',
  sizes: {
    // Small uploads come before memory is watched, so that the process has loaded all that an upload needs.
    full: { megabytes: 1024, smallUploads: 5 },
    tiny: { megabytes: 12, smallUploads: 0 },
  },
  async *run({ megabytes, smallUploads }) {
    const temporary = temporaryFolder();
    const client = httpClient();
    let furrow: RunningFurrow | undefined;
    try {
      furrow = await startFurrow(join(temporary.path, 'state'));
      const { pid } = furrow;
      const { baseUrl } = furrow.endpoints;
      const [{ token } = { token: '' }] = await makeOwners(furrow.endpoints, 1);
      const small = form('file', 'fields.zip', hundredFieldsZip());
      for (let upload = 0; upload < smallUploads; upload++) {
        await uploadUntilProcessed({ client, baseUrl, token }, small);
      }
      const path = join(temporary.path, 'large.zip');
      writeLargeZip(path, megabytes);

      const subjects = [() => [pid], () => withChildren(pid)];
      const before = await Promise.all(subjects.map((processes) => residentTogether(processes())));
      const watches = subjects.map((processes) => watchMemory(processes));
      await uploadUntilProcessed({ client, baseUrl, token }, form('file', 'large.zip', path));
      await Promise.all(watches.map((watch) => watch.stop()));

      const [server = Number.NaN, all = Number.NaN] = watches.map((watch, at) => watch.peak() - (before[at] ?? 0));
      yield within('upload of 1 GB, growth of the server', server, maxGrowthMegabytes, 'MB');
      yield within('upload of 1 GB, growth with its functions', all, maxGrowthMegabytes, 'MB');
    } finally {
      client.close();
      await furrow?.stop();
      temporary.remove();
    }
  },
});
