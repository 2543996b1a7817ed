import { readFileSync } from 'node:fs';
import { sampleFile } from '../../sandboxes/world/samples.ts';
import type { FarmStep } from './farm-step.ts';
import { RequestRefused } from './owner-client.ts';
import { sendOnce } from './send-once.ts';
import { type Ended, ended, hasEnded } from './until-ended.ts';

const operations = '/services/operations/api';

type Sample = 'harvest-of-01' | 'application-of-tank-mix-rate';

/** A file of a real machine, as the farm uploads it. */
export function sampleZip(sample: Sample): { name: string; content: Uint8Array } {
  return { name: `${sample}.zip`, content: readFileSync(sampleFile(sample)) };
}

/** Uploads what a machine recorded. */
export function sending(what: 'harvest' | 'application', sample: Sample): FarmStep {
  return {
    name: what,
    async run(farm) {
      return { made: await sendOnce(farm, what, `${operations}/batch`, sampleZip(sample)) };
    },
  };
}

/** The id of the machine file that an upload became. One that failed in an earlier start, such as before GDAL was there, is tried once more. */
export function converting(what: 'harvest' | 'application', field: string): FarmStep {
  return {
    name: `${what} is converted`,
    needs: what,
    async run(farm) {
      const { client } = farm;
      const path = `${operations}/batch/${farm.made(what)}`;
      const earlier = await client.get<Ended>(path);
      const fileOf = async (batch: Ended) => {
        const [id] = batch.svcFiles ?? [];
        return id === undefined ? undefined : client.get<ShownFile>(`${operations}/files/${id}`);
      };
      let file = await fileOf(earlier);
      if (hasEnded(earlier) && file?.status !== 'processed') await client.put(`${path}/retry`).catch(unlessUnderWay);
      const batch = await ended(farm, path);
      file = await fileOf(batch);
      if (file?.status !== 'processed') throw new Error(whyNot(batch, file));
      const points = file.pointCounts?.kept.toLocaleString('en');
      return { made: file.id, says: `the ${what} of ${field} is converted: ${points} points` };
    },
  };
}

/** A field of the ground that was worked, with an id that nothing else has. */
export function outlining(what: 'harvest' | 'application', { id, name }: { id: string; name: string }): FarmStep {
  return {
    name: `field of the ${what}`,
    needs: `${what} is converted`,
    async run({ client, svcUserId, key, made }) {
      const body = { id, name, fileId: made(`${what} is converted`) };
      await client.post(`/services/fields/api/users/${svcUserId}/fields/fromPoints`, body, `${key}-field-${id}`);
      return { made: id };
    },
  };
}

interface ShownFile {
  id: string;
  status: string;
  pointCounts?: { kept: number };
  problems?: { message: string; hint?: string }[];
}

function whyNot(batch: Ended, file: ShownFile | undefined): string {
  const [problem] = [...(file?.problems ?? []), ...(batch.problems ?? [])];
  return (
    [problem?.message, problem?.hint].filter(Boolean).join(' ') || batch.statusDetails || 'no file was found in it'
  );
}

function unlessUnderWay(error: unknown): void {
  if (!(error instanceof RequestRefused && error.status === 409)) throw error;
}
