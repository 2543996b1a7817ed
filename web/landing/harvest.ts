import type { LayerCalls } from '../points/read-layers.ts';
import type { Work } from '../work-map/work.ts';

/** How far the demo grower's first harvest is. */
export type Harvest =
  | { step: 'none' }
  | { step: 'converting' }
  | { step: 'failed'; reason: string; batchId: string }
  | { step: 'converted'; totals: Totals; work: Work };

interface Amount {
  value: number;
  unit: string;
}

interface Average {
  avg: number;
  unit: string;
}

interface Totals {
  crop: string;
  /** The first day of the work, in UTC. */
  day: string;
  points: number;
  squareMetres: number;
  dryMass?: Amount | undefined;
  dryMassPerArea?: Average | undefined;
  moisture?: Average | undefined;
}

interface MachineFile {
  id: string;
  startTime?: string;
  pointCounts?: { kept: number };
}

/** What the summary of a harvest says. */
interface Sums {
  crop?: string[];
  totalArea?: Amount;
  totalDryMass?: Amount;
  dryMassPerArea?: Average;
  harvestMoisture?: Average;
}

const operations = '/services/operations/api';

/** Asks where the harvest is by now. @throws ApiProblem */
export async function readHarvest(api: LayerCalls, svcUserId: string): Promise<Harvest> {
  const user = `svcUserId=${svcUserId}`;
  const [file] = await api.get<MachineFile[]>(
    `${operations}/files?${user}&operationType=harvested&status=processed&size=1`,
  );
  if (!file) return readBatches(api, user);
  const summary = await api.get<Work['summary']>(`${operations}/files/${file.id}/summary`);
  const work = { id: file.id, operationType: 'harvested', summary } as const;
  return { step: 'converted', totals: totalsOf(file, summary.properties as Sums), work };
}

async function readBatches(api: LayerCalls, user: string): Promise<Harvest> {
  const batches = await api.get<{ id: string; status: string; statusDetails?: string }[]>(
    `${operations}/batch?${user}`,
  );
  if (batches.some(({ status }) => status === 'RECEIVED' || status === 'PROCESSING')) return { step: 'converting' };
  const failed = batches.find(({ status }) => status === 'FAILED');
  return failed
    ? { step: 'failed', reason: failed.statusDetails ?? 'A file could not be converted.', batchId: failed.id }
    : { step: 'none' };
}

function totalsOf({ startTime = '', pointCounts }: MachineFile, sums: Sums): Totals {
  const { crop = [], totalArea, totalDryMass, dryMassPerArea, harvestMoisture } = sums;
  return {
    crop: crop.join(', '),
    day: startTime.slice(0, 10),
    points: pointCounts?.kept ?? 0,
    squareMetres: totalArea?.value ?? 0,
    dryMass: totalDryMass,
    dryMassPerArea,
    moisture: harvestMoisture,
  };
}
