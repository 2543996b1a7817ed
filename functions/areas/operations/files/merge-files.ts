import { invalid } from '../../../../domain/errors.ts';
import { filesOfExistingUsers } from '../../../../domain/machine-files/existing-file.ts';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { operationsApi } from '../api.ts';
import type { OperationsServices } from '../services.ts';
import { createCombinedFile } from './combined-file.ts';

export const mergeFiles: Handler<typeof operationsApi.endpoints.mergeFiles, OperationsServices> = async (
  { body, owner, once },
  services,
) =>
  once<string>(
    async (commit) => {
      const sources = await mergeable(owner.id, body.ids, services);
      return createCombinedFile(owner.id, sources, { origin: 'merged', fileName: 'merged' }, commit, services);
    },
    async (id) => {
      await services.queue.send({ step: 'process', ownerId: owner.id, fileId: id });
      return { status: 200, body: { id, status: 'SENT_TO_MERGE' as const } };
    },
  );

/** The files that are to be merged. */
async function mergeable(ownerId: string, named: string[], services: OperationsServices): Promise<MachineFile[]> {
  const ids = [...new Set(named)];
  const sources = await filesOfExistingUsers(ownerId, await services.machineFiles.many(ownerId, ids), services);
  const missing = ids.find((id) => !sources.some((file) => file.id === id));
  if (missing !== undefined) throw invalid('#/ids', `There is no file with the id ${missing}.`, 'fileNotFound');
  const [first, ...others] = sources;
  if (!first || others.length === 0) throw invalid('#/ids', 'Name at least two files.', 'tooFewFiles');
  for (const file of sources) refuseUnlike(file, first);
  refuseTwice(sources);
  return sources;
}

function refuseUnlike({ id, svcUserId, operationType, status }: MachineFile, first: MachineFile): void {
  const refuse = (what: string) => invalid('#/ids', `The file ${id} ${what}.`, 'filesUnlike');
  if (svcUserId !== first.svcUserId) throw refuse(`is not of the same user as ${first.id}`);
  if (status !== 'processed') throw refuse(`is ${status}; only processed files can be merged`);
  if (operationType !== first.operationType) {
    throw refuse(`is of the kind ${operationType}, but ${first.id} is of the kind ${first.operationType}`);
  }
}

/** Refuses duplicates: their work would count twice in every total. */
function refuseTwice(sources: MachineFile[]): void {
  for (const [index, { id, contentHash, duplicateOf, sources: parts = [] }] of sources.entries()) {
    const others = sources.filter((_, other) => other !== index);
    const same = others.find(
      (other) => other.id === duplicateOf || (contentHash !== '' && other.contentHash === contentHash),
    );
    if (same)
      throw invalid('#/ids', `The file ${id} has the same content as ${same.id}. Name one of them.`, 'filesAlike');
    const part = others.find((other) => parts.includes(other.id));
    if (part) throw invalid('#/ids', `The file ${id} was merged from ${part.id}. Name only one of them.`, 'filesAlike');
  }
}
