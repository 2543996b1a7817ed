import { notFound } from '../errors.ts';
import type { UserDirectory } from '../users/user-store.ts';
import type { MachineFile } from './machine-file.ts';
import type { MachineFileDirectory } from './machine-file-store.ts';

/** The machine file with this id; undefined if it, or its user, does not exist. */
export async function existingFile(
  ownerId: string,
  id: string,
  { machineFiles, users }: { machineFiles: MachineFileDirectory; users: UserDirectory },
): Promise<MachineFile> {
  const file = await machineFiles.get(ownerId, id);
  if (!file || !(await users.get(ownerId, file.svcUserId))) throw notFound('file', id);
  return file;
}

/** Leaves out files of deleted users. */
export async function filesOfExistingUsers(
  ownerId: string,
  files: MachineFile[],
  { users }: { users: UserDirectory },
): Promise<MachineFile[]> {
  const existing = await users.existing(
    ownerId,
    files.map(({ svcUserId }) => svcUserId),
  );
  return files.filter(({ svcUserId }) => existing.has(svcUserId));
}
