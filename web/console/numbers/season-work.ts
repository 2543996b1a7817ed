import { kept } from '../reading/kept.ts';
import type { Settings } from '../reading/read-settings.ts';
import type { LayerChoice } from '../season/layer-choice.ts';
import type { Season } from '../season/season.ts';
import { cleanupOf, type OperationWork, readOperation } from './read-work.ts';
import type { Work } from './work.ts';

/** Work whose points are counted, with the units of its numbers. */
export interface CountedWork {
  work: Work;
  units: OperationWork['units'];
  /** A day, `YYYY-MM-DD`. */
  day: string;
  /** For people, such as `Harvest`. */
  title: string;
  /** The property that the map shows. */
  property?: string;
}

/** Reads work of a season for its numbers. What was read once is kept. */
export interface WorkReader {
  /** @param showHidden also counts the points that the screen hides. @throws ApiProblem */
  read(operation: { operationId: string; title: string; property?: string }, showHidden: boolean): Promise<CountedWork>;
  /** @throws ApiProblem */
  operation(operationId: string): Promise<OperationWork>;
  /** The rules by which the screen hides points. @throws ApiProblem */
  cleanup(): Promise<NonNullable<Work['cleanup']>>;
}

/** @param settings of the user, read once. */
export function workReader(
  { api, field }: Pick<Season, 'api' | 'field'>,
  settings: () => Promise<Settings>,
): WorkReader {
  const operation = kept((id) => readOperation(api, id));
  const cleanup = async () => cleanupOf(await settings());
  return {
    operation,
    cleanup,
    async read({ operationId, title, property }, showHidden) {
      const [{ operationType, day, fileIds, units }, rules] = await Promise.all([operation(operationId), cleanup()]);
      const work = { fieldId: field.id, operationType, fileIds, ...(!showHidden && { cleanup: rules }) };
      return { work, units, day, title, ...(property !== undefined && { property }) };
    },
  };
}

/** The work that a zone's numbers are of: what the map shows, or else the season's last harvest or other work. */
export function countedOperation(
  chosen: LayerChoice | undefined,
  events: Season['events']['value'],
): { operationId: string; title: string; property?: string } | undefined {
  if (chosen?.source.kind === 'operation') {
    const { operationId, property } = chosen.source;
    const title = events.find(({ id }) => id === operationId)?.title ?? chosen.title;
    return { operationId, title, property };
  }
  const last = events.filter(({ kind, layers }) => kind === 'operation' && layers.length > 0).at(-1);
  return last && { operationId: last.id, title: last.title };
}
