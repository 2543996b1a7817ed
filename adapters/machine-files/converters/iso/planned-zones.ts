import { type MachineProblem, machineProblem } from '../../../../domain/machine-files/problem.ts';
import type { MachineSet } from '../../../../domain/machine-files/sets/machine-set.ts';
import { readTaskPrescription } from '../../../prescriptions/read-task-data.ts';

/** What task data without records plans, as a problem; undefined if it plans nothing that can be read. */
export async function plannedZones({ file, members }: MachineSet): Promise<MachineProblem | undefined> {
  const main = members['TASKDATA.XML'];
  if (!main) return undefined;
  // Members are named by their place in the folder, whatever the upload calls them.
  const files = Object.entries(members).map(([name, member]) => ({ ...member, name }));
  try {
    const { column, unit, grounds } = await readTaskPrescription(files, { ...main, name: 'TASKDATA.XML' }, undefined);
    const values = grounds.map(({ rate }) => rate);
    const [min, max] = [
      values.reduce((a, b) => Math.min(a, b), Infinity),
      values.reduce((a, b) => Math.max(a, b), -Infinity),
    ];
    const rates = values.length > 0 ? [{ column, min, max, ...(unit && { unit }) }] : [];
    return machineProblem('prescription', file, { rates, count: grounds.length, what: 'zones' });
  } catch {
    // The caller says that nothing was recorded, which is true of damaged plans too.
    return undefined;
  }
}
