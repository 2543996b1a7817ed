import type { MachineFile } from '../machine-files/machine-file.ts';

/** The properties of the work in a file by which fields can be filtered. */
export interface RecordedWork {
  operationType?: string | undefined;
  provider: string;
  crops: string[];
  varieties: string[];
  startTime?: string | undefined;
  endTime?: string | undefined;
}

/** Filter of work; times are in milliseconds since 1970. */
export interface WorkFilter {
  operationType?: string | undefined;
  provider?: string | undefined;
  crop?: string | undefined;
  variety?: string | undefined;
  startTime?: number | undefined;
  endTime?: number | undefined;
}

/**
 * The work in a file; undefined without counted points. Duplicates are not counted.
 *
 * @example const work = workIn(file);
 */
export function workIn(file: MachineFile): RecordedWork | undefined {
  if (!hasPoints(file) || file.duplicateOf !== undefined) return undefined;
  const { operationType, provider, startTime, endTime } = file;
  return { operationType, provider, crops: cropsOf(file), varieties: varietiesOf(file), startTime, endTime };
}

/**
 * Whether work meets all conditions. Work without a time never meets a condition on time.
 *
 * @example isWanted({ provider: 'Other', crops: ['corn'], varieties: [] }, { crop: 'Corn' }) // true
 */
export function isWanted(work: RecordedWork, asked: WorkFilter): boolean {
  const { operationType, provider, crop, variety, startTime, endTime } = asked;
  return (
    (operationType === undefined || work.operationType === operationType) &&
    (provider === undefined || work.provider === provider) &&
    (crop === undefined || work.crops.includes(crop.toLowerCase())) &&
    (variety === undefined || work.varieties.includes(variety)) &&
    (startTime === undefined || (work.startTime !== undefined && Date.parse(work.startTime) >= startTime)) &&
    (endTime === undefined || (work.endTime !== undefined && Date.parse(work.endTime) <= endTime))
  );
}

export function varietiesOf({ summary }: MachineFile): string[] {
  return (summary?.properties.varieties ?? []).map(({ name }) => name);
}

export function cropsOf({ summary }: MachineFile): string[] {
  return summary?.properties.crop ?? [];
}

/** Whether a file has points; a file that is processed again keeps its former points until it ends. */
export function hasPoints({ status, summary }: Pick<MachineFile, 'status' | 'summary'>): boolean {
  return status !== 'failed' && summary !== undefined;
}
