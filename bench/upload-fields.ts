import { uploadUntilProcessed } from './boundary-upload.ts';
import { form, httpClient } from './http-client.ts';
import { hundredFieldsZip } from './hundred-fields.ts';
import { makeOwners } from './owners.ts';
import { benchmark, within } from './row.ts';
import { type RunningFurrow, startFurrow } from './running-furrow.ts';
import { percentile } from './statistics.ts';
import { temporaryFolder } from './temporary-folder.ts';

const maxMilliseconds = 5_000;

/** Time from the POST to the first GET with PROCESSED, including the first upload of a new process. */
export const uploadFields = benchmark({
  name: 'upload-fields',
  takes: 'a minute: uploads of 100 fields until they are PROCESSED',
  sizes: { full: { uploads: 25 }, tiny: { uploads: 1 } },
  async *run({ uploads }) {
    const temporary = temporaryFolder();
    const client = httpClient();
    let furrow: RunningFurrow | undefined;
    try {
      furrow = await startFurrow(temporary.path);
      const { baseUrl } = furrow.endpoints;
      const body = form('file', 'fields.zip', hundredFieldsZip());
      const times: number[] = [];
      // An owner each: polling would exceed the request limit of one.
      for (const { token } of await makeOwners(furrow.endpoints, uploads)) {
        times.push(await uploadUntilProcessed({ client, baseUrl, token }, body));
      }
      yield within(`100 fields, POST to PROCESSED, p95 of ${uploads}`, percentile(times, 95), maxMilliseconds, 'ms');
    } finally {
      client.close();
      await furrow?.stop();
      temporary.remove();
    }
  },
});
