import { writeFile } from 'node:fs/promises';
import { machineFileEngine } from '../../../adapters/machine-files/engine.ts';
import { defaultSettings, type Settings } from '../../../domain/configuration/configuration.ts';
import type { ArtefactName } from '../../../domain/machine-files/artefact.ts';
import type { FileFormat } from '../../../domain/machine-files/file-format.ts';
import type {
  MachineFileEngine,
  ProcessedFile,
  ProcessingOrder,
  ResultSink,
  TouchedField,
} from '../../../domain/machine-files/machine-file-engine.ts';
import type { MachineProblem } from '../../../domain/machine-files/problem.ts';
import type { SetPart } from '../../../domain/machine-files/sets/machine-set.ts';

export interface ProcessedSet {
  file: string;
  format: FileFormat;
  part: SetPart | undefined;
  contentHash: string;
  processed: ProcessedFile;
  /** Artefacts by name; the points for the lake as `lake`. */
  made: Partial<Record<ArtefactName | 'lake', Buffer>>;
  images: Record<string, Buffer>;
}

/** When uploads of tests are received: after all of their records. */
const receivedTime = '2030-01-01T00:00:00.000Z';

/** Takes an upload through all steps as the worker does, each set from its packed zip. */
export async function processUpload(
  name: string,
  content: string | Uint8Array,
  { fields = [], crop, ...settings }: Partial<Settings> & { fields?: TouchedField[]; crop?: string } = {},
  engine: MachineFileEngine = machineFileEngine,
): Promise<{ sets: ProcessedSet[]; problems: MachineProblem[] }> {
  const stored = { name, download: (path: string) => writeFile(path, content).then(() => true) };
  const found = await engine.inspect(stored, async ({ sets, problems }) => {
    const packed = await Promise.all(sets.map(async (set) => ({ ...set, zip: await bytesOf(set.pack()) })));
    return { packed, problems };
  });
  if (!found) throw new Error('the upload was not there');
  const sets: ProcessedSet[] = [];
  for (const { file, format, part, contentHash, zip } of found.packed) {
    const order = { settings: { ...defaultSettings, ...settings }, part, crop, receivedTime };
    sets.push({ file, format, part, contentHash, ...(await processOne(file, zip, order, fields, engine)) });
  }
  return { sets, problems: found.problems };
}

async function processOne(
  file: string,
  zip: Buffer,
  asked: Pick<ProcessingOrder, 'settings' | 'part' | 'crop' | 'receivedTime'>,
  fields: TouchedField[],
  engine: MachineFileEngine,
) {
  const made: ProcessedSet['made'] = {};
  const images: ProcessedSet['images'] = {};
  const sink: ResultSink = {
    async artefact(name, content) {
      made[name] = await bytesOf(content);
    },
    async image(name, content) {
      images[name] = Buffer.from(content);
    },
    async points(content) {
      made.lake = await bytesOf(content());
    },
  };
  const ids = { ownerName: 'owner', svcUserId: 'user', fileId: 'file', ingestId: 'ingest', provider: 'Svc' };
  const fieldsOn = async () => fields;
  const stored = { name: file, download: (path: string) => writeFile(path, zip).then(() => true) };
  const processed = await engine.process(stored, { ...asked, ...ids, fieldsOn }, sink);
  if (!processed) throw new Error('the set was not there');
  return { processed, made, images };
}

async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}
