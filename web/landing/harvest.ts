import { request } from '../api/client.ts';

/** How far the demo grower's first harvest is. */
export type Harvest =
  | { step: 'none' }
  | { step: 'converting' }
  | { step: 'failed'; reason: string }
  | { step: 'drawing'; totals: Totals }
  | { step: 'drawn'; totals: Totals; map: YieldMap };

interface Amount {
  value: number;
  unit: string;
}

interface Average {
  avg: number;
  unit: string;
}

interface Totals {
  fileId: string;
  crop: string;
  /** The first day of the work, in UTC. */
  day: string;
  points: number;
  squareMetres: number;
  dryMass?: Amount | undefined;
  dryMassPerArea?: Average | undefined;
  moisture?: Average | undefined;
}

export interface YieldMap {
  /** On the storage's origin, valid for minutes. */
  url: string;
  width: number;
  height: number;
  unit: string;
  ranges: { colorCode: string; label: string; area?: Amount }[];
}

interface MachineFile {
  id: string;
  status: string;
  startTime?: string;
  pointCounts?: { kept: number };
  summary?: {
    properties: {
      crop?: string[];
      totalArea?: Amount;
      totalDryMass?: Amount;
      dryMassPerArea?: Average;
      harvestMoisture?: Average;
    };
  };
}

interface Image {
  property: string;
  downloadUrl: string;
  width: number;
  height: number;
  legend: { unit: string; ranges: YieldMap['ranges'] };
}

/** Calls the API as the demo owner. */
type Call = <T>(method: string, path: string) => Promise<T>;

const operations = '/services/operations/api';
const shown = 'dryMassPerArea';

/** Asks where the harvest is by now; the first question after its conversion starts the drawing of its map. @throws ApiProblem */
export async function readHarvest(
  call: Call,
  svcUserId: string,
  authorization: () => Promise<string>,
): Promise<Harvest> {
  const user = `svcUserId=${svcUserId}`;
  const [file] = await call<MachineFile[]>(
    'GET',
    `${operations}/files?${user}&operationType=harvested&status=processed&size=1`,
  );
  if (!file) return readBatches(call, user);
  const totals = totalsOf(file);
  // A message without images while they are drawn.
  const images = await call<Image[] | { message: string }>('GET', `${operations}/files/${file.id}/images`);
  if (!Array.isArray(images)) return { step: 'drawing', totals };
  const image = images.find(({ property }) => property === shown);
  if (!image) return { step: 'failed', reason: `The harvest has no ${shown}.` };
  const headers = { authorization: await authorization(), accept: 'application/vnd.furrow.link+json' };
  const { url } = await request<{ url: string }>(image.downloadUrl, { method: 'GET', headers });
  const { width, height, legend } = image;
  return { step: 'drawn', totals, map: { url, width, height, ...legend } };
}

async function readBatches(call: Call, user: string): Promise<Harvest> {
  const batches = await call<{ status: string; statusDetails?: string }[]>('GET', `${operations}/batch?${user}`);
  if (batches.some(({ status }) => status === 'RECEIVED' || status === 'PROCESSING')) return { step: 'converting' };
  const failed = batches.find(({ status }) => status === 'FAILED');
  return failed
    ? { step: 'failed', reason: failed.statusDetails ?? 'A file could not be converted.' }
    : { step: 'none' };
}

function totalsOf({ id, startTime = '', pointCounts, summary }: MachineFile): Totals {
  const { crop = [], totalArea, totalDryMass, dryMassPerArea, harvestMoisture } = summary?.properties ?? {};
  return {
    fileId: id,
    crop: crop.join(', '),
    day: startTime.slice(0, 10),
    points: pointCounts?.kept ?? 0,
    squareMetres: totalArea?.value ?? 0,
    dryMass: totalDryMass,
    dryMassPerArea,
    moisture: harvestMoisture,
  };
}
