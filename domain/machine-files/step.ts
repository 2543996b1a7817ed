import * as z from 'zod';

/** The steps of a machine file, in order. A step that was not reached, or does not apply, is absent. */
export const stepNames = [
  'originalFile',
  'rawGeojson',
  'normalizedGeojson',
  'areaAndYield',
  'standardGeojson',
  'cleanupGeojson',
  'summary',
  'units',
  'propertiesPNGs',
  'zippedPNGs',
] as const;

export type StepName = (typeof stepNames)[number];

export const stepSchema = z
  .object({
    status: z
      .enum(['processed', 'failed', 'skipped'])
      .describe('`processed`: the step has ended well. `failed`: it has not. `skipped`: it was not tried.'),
    message: z.string().describe('`ok`, or the fault; assumptions follow a semicolon.'),
  })
  .meta({ id: 'MachineFileStep' });

export type Step = z.infer<typeof stepSchema>;
export type Steps = Partial<Record<StepName, Step>>;

export const stepsSchema = z.partialRecord(z.enum(stepNames), stepSchema);

/**
 * The steps of a file that failed at one of them: earlier steps succeeded, later ones were not started.
 *
 * @example const steps = stepsUntil('rawGeojson', problem.message);
 */
export function stepsUntil(failed: StepName, message: string, before: Steps = {}): Steps {
  const at = stepNames.indexOf(failed);
  return Object.fromEntries(
    stepNames.map((name, index): [StepName, Step] => {
      if (index < at) return [name, before[name] ?? { status: 'processed', message: 'ok' }];
      if (index === at) return [name, { status: 'failed', message }];
      return [name, { status: 'skipped', message: 'skipped' }];
    }),
  );
}
