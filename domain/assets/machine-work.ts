import * as z from 'zod';
import type { DerivedId } from '../clock.ts';
import type { MachineFile } from '../machine-files/machine-file.ts';
import type { MachineUse } from '../machine-files/machine-file-engine.ts';
import { factorOf } from '../machine-files/points/units.ts';
import { decimal, instant } from '../parameters.ts';
import { quantitySchema, svcUserIdSchema } from '../shared-members.ts';
import { originFilter } from './machine-list.ts';

const measured = <Unit extends string>(unit: Unit) => quantitySchema(z.literal(unit)).nullable();

/** The work of a machine in one file. */
export const machineWorkSchema = z
  .object({
    id: z.uuid().describe('Id of the work of one machine in one file.'),
    svcUserId: svcUserIdSchema,
    svcFileId: z.uuid().describe('The machine file.'),
    machineId: z.uuid().describe('Id of the machine.'),
    startTime: z.iso
      .datetime()
      .nullable()
      .describe('The first time in the file, in UTC; null if the file has no times.'),
    endTime: z.iso.datetime().nullable().describe('The last time in the file, in UTC; null if the file has no times.'),
    distance: measured('ft').describe(
      'The way of the machine between its points, gaps left out. Null if the file names several machines, was made of other files or has no times.',
    ),
    fuelConsumption: measured('US gal').describe(
      'Null like `distance`, and if the file has neither the fuel that was used nor its rate.',
    ),
    createdTime: z.iso.datetime().describe('When the file was received.'),
  })
  .meta({ id: 'MachineWork' });

export type MachineWork = z.infer<typeof machineWorkSchema>;

export const machineWorkSortFields = [
  'id',
  'svcUserId',
  'machineId',
  'startTime',
  'endTime',
  'createdTime',
  'svcFileId',
] as const;

/** Feet in a unit of the filter by distance. */
const feetIn = { Mile: 5_280, mile: 5_280, Feet: 1, ft: 1 };

const distanceUnits = Object.keys(feetIn) as [keyof typeof feetIn, ...(keyof typeof feetIn)[]];
const distance = decimal(0, 1e9).optional();
const moment = instant.optional();

/** Filters of the work of a machine. Bounds are not included; work without the member is left out. */
export const machineWorkFilters = {
  svcFileId: z.uuid().toLowerCase().optional().describe('Only work in this machine file.'),
  originType: originFilter.describe('The origin of the machine.'),
  createdTime: moment.describe('Only work in files that were received at this moment.'),
  beforeCreatedTime: moment.describe('Only work in files that were received before this moment.'),
  afterCreatedTime: moment.describe('Only work in files that were received after this moment.'),
  startTime: moment.describe('Only work that began at this moment.'),
  beforeStartTime: moment.describe('Only work that began before this moment.'),
  afterStartTime: moment.describe('Only work that began after this moment.'),
  endTime: moment.describe('Only work that ended at this moment.'),
  beforeEndTime: moment.describe('Only work that ended before this moment.'),
  afterEndTime: moment.describe('Only work that ended after this moment.'),
  distanceValue: distance.describe('Exactly this distance, in `distanceUnit`, to a hundredth of a foot.'),
  greaterThanDistanceValue: distance.describe('Only work over more than this distance, in `distanceUnit`.'),
  lessThanDistanceValue: distance.describe('Only work over less than this distance, in `distanceUnit`.'),
  distanceUnit: z.enum(distanceUnits).default('ft').describe('The unit of the distances in the filter.'),
};

type DistanceFilter = Partial<
  Record<'distanceValue' | 'greaterThanDistanceValue' | 'lessThanDistanceValue', number | undefined>
> & {
  distanceUnit: keyof typeof feetIn;
};

/**
 * The comparisons of the filters by distance, by name.
 *
 * @example shownBy('work', query, (work) => work, distanceTests(query))
 */
export function distanceTests(query: DistanceFilter): Record<string, (work: MachineWork) => boolean> {
  const { distanceValue = 0, greaterThanDistanceValue = 0, lessThanDistanceValue = 0, distanceUnit } = query;
  const feet = (value: number) => value * feetIn[distanceUnit];
  const compares = (holds: (of: number) => boolean) => (work: MachineWork) =>
    work.distance !== null && holds(work.distance.value);
  return {
    distanceValue: compares((value) => value === hundredths(feet(distanceValue))),
    greaterThanDistanceValue: compares((value) => value > feet(greaterThanDistanceValue)),
    lessThanDistanceValue: compares((value) => value < feet(lessThanDistanceValue)),
    distanceUnit: () => true,
  };
}

/** Machines of a file whose work is kept; it is written with the end of the file, in one transaction of at most 100 writes. Chosen. */
export const maxMachinesOfFile = 25;

/**
 * The work of the machines of a file that has been read.
 *
 * @param use of the machine, if the file names only one.
 */
export function machineWorkIn(file: MachineFile, use: MachineUse | undefined, derivedId: DerivedId): MachineWork[] {
  const { id: svcFileId, svcUserId, startTime, endTime, createdTime, assets = [] } = file;
  const machines = [...new Set(assets.filter(({ kind }) => kind === 'machine').map(({ id }) => id))];
  const { distanceMetres, fuelLitres } = machines.length === 1 && use ? use : {};
  return machines.slice(0, maxMachinesOfFile).map((machineId) => ({
    id: derivedId(svcFileId, 'work of a machine', machineId),
    svcUserId,
    svcFileId,
    machineId,
    startTime: startTime ?? null,
    endTime: endTime ?? null,
    distance: quantity(distanceMetres, 'ft'),
    fuelConsumption: quantity(fuelLitres, 'US gal'),
    createdTime,
  }));
}

/** The factors of both units are those of metres and litres. */
function quantity<Unit extends 'ft' | 'US gal'>(
  value: number | undefined,
  unit: Unit,
): { value: number; unit: Unit } | null {
  if (value === undefined) return null;
  return { value: hundredths(value / factorOf(unit === 'ft' ? 'ft' : 'gal')), unit };
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
