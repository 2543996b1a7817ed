import { fieldKey } from '../../../../domain/fields/field-store.ts';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import { isWanted, type WorkFilter, workIn } from '../../../../domain/operations/recorded-work.ts';
import { everyRow, selection } from '../../../../domain/paging.ts';
import type { FieldsServices } from '../services.ts';

/** The fields of an owner whose work is not indexed yet, found in the files. One file has to meet all that is asked. */
export async function workedFields(
  ownerId: string,
  svcUserId: string | undefined,
  asked: WorkFilter,
  { machineFiles }: Pick<FieldsServices, 'machineFiles'>,
): Promise<ReadonlySet<string>> {
  const wants = (file: MachineFile) => {
    const work = workIn(file);
    return work !== undefined && isWanted(work, asked);
  };
  const worked = new Set<string>();
  for await (const file of candidates(ownerId, svcUserId, wants, machineFiles)) {
    for (const id of file.fields) worked.add(fieldKey(file.svcUserId, id));
  }
  return worked;
}

/** All files of one user; of all users as many as can be gone through at once. */
async function* candidates(
  ownerId: string,
  svcUserId: string | undefined,
  wants: (file: MachineFile) => boolean,
  machineFiles: FieldsServices['machineFiles'],
): AsyncGenerator<MachineFile> {
  if (svcUserId === undefined) {
    yield* (await machineFiles.list(ownerId, undefined, selection('workedFields', { wants: true }, wants), everyRow))
      .items;
    return;
  }
  for await (const file of machineFiles.each(ownerId, svcUserId)) if (wants(file)) yield file;
}
