import type { Settings } from '../../../../domain/configuration/configuration.ts';
import { NotMade } from '../../../../domain/machine-files/problem.ts';
import type { ChangedField } from '../../../../domain/operations/field-work.ts';
import { type FileGroup, type GroupedFile, groupFiles } from '../../../../domain/operations/group-files.ts';
import type { Operation } from '../../../../domain/operations/operation.ts';
import { operationIdOf } from '../../../../domain/operations/operation-id.ts';
import { type Attempt, workOff } from '../../../../domain/work/coalesced-work.ts';
import type { Noted, UserSubject } from '../../../../domain/work/work-stores.ts';
import { withinAttempts } from '../../../queue/within-attempts.ts';
import type { ProcessingServices } from '../services.ts';
import { connectedWork } from './connected-work.ts';
import { makeOperation, pointsOfFiles, removeOperation } from './make-operation.ts';

/** The number of pending fields that are read at a time. */
const fieldsAtOnce = 500;

/**
 * Makes the operations of all fields that wait as their files are now. False when time was too short for all. A field that fails lets the
 * others be done, and is tried again with the message; @throws the first failure.
 */
export async function regroupPendingFields(
  owner: UserSubject,
  attempt: Attempt,
  services: ProcessingServices,
): Promise<boolean> {
  const { changedFields } = services;
  const settings = await services.settings(owner.ownerId, owner.svcUserId);
  return workOff(changedFields, owner, attempt, fieldsAtOnce, async (waiting) => {
    const failures: unknown[] = [];
    for (const field of waiting) {
      // Each is taken off by itself: the next may take minutes.
      if (!attempt.hasTime()) return [];
      try {
        if (await isLeft(owner, field, settings, attempt, services)) return [];
        await changedFields.done(owner, [field]);
      } catch (error) {
        console.error({ ...owner, fieldId: field.fieldId, error });
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    return [];
  });
}

/**
 * Brings a field up to date, unless that is no longer wanted, or workers died of it: those of other fields are made all the same. True when it has
 * to wait for more time.
 */
async function isLeft(
  owner: UserSubject,
  field: Noted<ChangedField>,
  settings: Settings,
  { holder, hasTime }: Attempt,
  services: ProcessingServices,
): Promise<boolean> {
  const { changedFields } = services;
  const { fieldId, again } = field;
  if (!settings.fieldOperationCreation) return false;
  let isLate = false;
  await withinAttempts(changedFields.attempts(owner, field), holder, {
    async work() {
      isLate = !(await regroup(owner, field, settings, hasTime, services));
      // Time that was too short is no attempt.
      if (isLate) await changedFields.note(owner, [{ fieldId, ...(again !== undefined && { again }) }]);
    },
    async giveUp() {
      console.error({ ...owner, fieldId, givenUp: 'its operations could not be made' });
    },
  });
  return isLate;
}

/** Files that cannot be made one stay as they are, and so does what was made of them before, until one of them changes. */
function giveUp(owner: UserSubject, operationId: string, error: unknown): void {
  if (!(error instanceof NotMade)) throw error;
  console.error({ ...owner, operationId, givenUp: error.problem });
}

/** Brings the operations of one field, and of those that hang together with it, up to their files. */
async function regroup(
  owner: UserSubject,
  { fieldId, again }: ChangedField,
  settings: Settings,
  hasTime: () => boolean,
  services: ProcessingServices,
): Promise<boolean> {
  const { files, operations } = await connectedWork(owner, fieldId, settings.splitOperationsByField, services);
  const known = new Map(operations.map((operation) => [operation.id, operation]));
  const groups = groupFiles(files, settings);
  for (const group of groups) {
    const id = operationIdOf(group, known, settings.splitOperationsByField, services.derivedId);
    const old = known.get(id);
    known.delete(id);
    if (old && id !== again && isSame(old, group, services)) continue;
    if (!hasTime()) return false;
    await makeOperation({ ...owner, settings }, id, group, old, services).catch((error) => giveUp(owner, id, error));
  }
  const grouped = new Set(groups.flatMap((group) => group.files.map(({ id }) => id)));
  for (const gone of known.values()) {
    const isPartOfAnother = gone.files.some((id) => grouped.has(id));
    await removeOperation(owner.ownerId, gone, isPartOfAnother, services);
  }
  return true;
}

function isSame(
  { id, files, fields, updatedTime, points }: Operation,
  group: FileGroup,
  { derivedId }: ProcessingServices,
): boolean {
  const idsOf = (all: readonly { id: string }[]) => JSON.stringify(all.map(({ id }) => id));
  return (
    JSON.stringify(files) === idsOf(group.files) &&
    idsOf(fields) === JSON.stringify(group.fieldIds) &&
    group.files.every((file: GroupedFile) => file.updatedTime <= updatedTime) &&
    // Points may be shown anew without a change of their file, when some count in another one.
    points === pointsOfFiles(id, group.files, derivedId)
  );
}
