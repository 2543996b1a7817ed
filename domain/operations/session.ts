import * as z from 'zod';
import type { SeenAsset } from '../assets/asset.ts';
import type { DerivedId } from '../clock.ts';
import type { CombinedPart } from '../machine-files/machine-file-engine.ts';
import { quantitySchema } from '../shared-members.ts';

const namedSchema = z.object({
  id: z.uuid().describe('Id of the asset, as the lists of assets have it.'),
  name: z.string().describe('The name of the asset.'),
});

/** The work of a machine on an operation, session by session. */
export const machineSessionsSchema = z
  .object({
    machineId: z.uuid().describe('Id of the machine.'),
    serialNumber: z.string().optional().describe('The serial number of the machine; absent if it is not known.'),
    sessions: z
      .array(
        z.object({
          id: z.uuid().describe('Id of the session.'),
          startTime: z.iso.datetime().describe('When the session began, in UTC.'),
          endTime: z.iso.datetime().describe('When the session ended, in UTC.'),
          operator: namedSchema.optional().describe('The operator; absent unless the file names exactly one.'),
          implement: namedSchema.optional().describe('The implement; absent unless the file names exactly one.'),
          area: quantitySchema(z.literal('ha')).describe('The ground that was worked in the session.'),
        }),
      )
      .describe('The sessions, one for each file in which the machine worked alone.'),
  })
  .meta({ id: 'MachineSessions' });

export type MachineSessions = z.infer<typeof machineSessionsSchema>;

/** Areas are rounded to square metres, which is finer than sessions are measured. */
const areaDecimals = 4;

/** The share of a file in an operation, with its operators, machines and implements. */
export interface WorkedPart extends CombinedPart {
  assets: readonly SeenAsset[];
}

/**
 * The sessions of an operation by machine. The record of one machine in one file is a session; a file that names
 * several machines, or none, has no session. The session names an operator or implement if the file names exactly one.
 *
 * @example const sessions = sessionsOf(operationId, worked, derivedId);
 */
export function sessionsOf(operationId: string, parts: readonly WorkedPart[], derivedId: DerivedId): MachineSessions[] {
  const found = new Map<string, MachineSessions>();
  for (const { fileId, startTime, endTime, areaSquareMetres, assets } of parts) {
    const machine = only(assets, 'machine');
    if (!machine || startTime === undefined || endTime === undefined) continue;
    const { id: machineId, serialNumber } = machine;
    const of = found.get(machineId) ?? { machineId, ...(serialNumber && { serialNumber }), sessions: [] };
    const [operator, implement] = [named(only(assets, 'operator')), named(only(assets, 'implement'))];
    of.sessions.push({
      id: derivedId(operationId, 'session', fileId),
      startTime,
      endTime,
      ...(operator && { operator }),
      ...(implement && { implement }),
      area: { value: Number((areaSquareMetres / 10_000).toFixed(areaDecimals)), unit: 'ha' },
    });
    found.set(machineId, of);
  }
  return [...found.values()];
}

function only(assets: readonly SeenAsset[], wanted: SeenAsset['kind']): SeenAsset | undefined {
  const [asset, other] = assets.filter(({ kind }) => kind === wanted);
  return other ? undefined : asset;
}

function named(asset: SeenAsset | undefined): { id: string; name: string } | undefined {
  return asset && { id: asset.id, name: asset.name };
}
