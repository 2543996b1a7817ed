import type {
  ProvidedBoundary,
  ProvidedFarm,
  ProvidedField,
  ProvidedGrower,
  ProvidedOrganization,
} from '../../domain/sync/field-provider.ts';

/** A change as the scripted provider reports it. */
export interface ScriptedChange {
  mark: string;
  id: string;
  removed?: true;
}

export type ScriptedList = 'growers' | 'farms' | 'fields';

/** The contents of an account, which tests and the demo change between syncs. */
export interface ScriptedAccount {
  /** Adds an organization, or replaces the one with its id. */
  putOrganization(organization: ProvidedOrganization): void;
  removeOrganization(id: string): void;
  putGrower(id: string, grower: ProvidedGrower): void;
  putFarm(id: string, farm: ProvidedFarm): void;
  putField(id: string, field: ProvidedField): void;
  /** Adds a boundary, or replaces the one with its id. */
  putBoundary(fieldId: string, boundary: ProvidedBoundary): void;
  removeBoundary(fieldId: string, boundaryId: string): void;
  remove(list: ScriptedList, id: string): void;
  /** Leaves a record out of its list, without listing its deletion. */
  lose(list: ScriptedList, id: string): void;
  /** Fields that were sent to the account, by its ids. */
  received: Map<string, unknown>;
}

interface StoredRecord {
  change: number;
  /** Absent when it was removed. */
  value?: object;
}

/** The state of one account: each change has a number, its mark. */
export function scriptedAccount() {
  const lists: Record<ScriptedList, Map<string, StoredRecord>> = {
    growers: new Map(),
    farms: new Map(),
    fields: new Map(),
  };
  const organizations = new Map<string, ProvidedOrganization>();
  const boundaries = new Map<string, Map<string, ProvidedBoundary>>();
  let last = 0;

  const put = (list: ScriptedList, id: string, value?: object) => {
    last += 1;
    lists[list].set(id, { change: last, ...(value && { value }) });
  };
  const touch = (fieldId: string) => put('fields', fieldId, lists.fields.get(fieldId)?.value);
  const boundariesOf = (fieldId: string) => {
    const known = boundaries.get(fieldId) ?? new Map<string, ProvidedBoundary>();
    boundaries.set(fieldId, known);
    return known;
  };

  const account: ScriptedAccount = {
    putOrganization: (organization) => {
      organizations.set(organization.id, organization);
    },
    removeOrganization: (id) => {
      organizations.delete(id);
    },
    putGrower: (id, grower) => put('growers', id, grower),
    putFarm: (id, farm) => put('farms', id, farm),
    putField: (id, field) => put('fields', id, field),
    putBoundary(fieldId, boundary) {
      boundariesOf(fieldId).set(boundary.id, boundary);
      touch(fieldId);
    },
    removeBoundary(fieldId, boundaryId) {
      boundariesOf(fieldId).delete(boundaryId);
      touch(fieldId);
    },
    remove: (list, id) => put(list, id),
    lose: (list, id) => {
      lists[list].delete(id);
    },
    received: new Map(),
  };

  return {
    account,
    organizations: () => [...organizations.values()],
    /** A page of what has changed after a mark, in the order of the changes. */
    changes(list: ScriptedList, since: string | null, max: number): { changes: ScriptedChange[]; next?: string } {
      const later = [...lists[list]]
        .filter(([, { change }]) => change > Number(since ?? 0))
        .sort(([, a], [, b]) => a.change - b.change);
      const changes = later.slice(0, max).map(([id, { change, value }]) => ({
        mark: String(change),
        id,
        ...(value ?? { removed: true as const }),
      }));
      const next = later.length > max ? changes.at(-1)?.mark : undefined;
      return { changes, ...(next !== undefined && { next }) };
    },
    /** Undefined when there is no such field. */
    boundaries: (fieldId: string) =>
      lists.fields.get(fieldId)?.value ? [...boundariesOf(fieldId).values()] : undefined,
  };
}
