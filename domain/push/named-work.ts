/** An event, as far as it says what has changed. */
interface NamingEvent {
  eventTypeId: string;
  targetResource?: string | undefined;
}

/** What a batch of events asks for. */
export interface NamedWork {
  /** Everything of the user is looked at. */
  isWhole: boolean;
  /** Field operations at the provider whose lists are looked at. */
  operations: string[];
}

/** An event that only shows that events arrive. */
const heartbeat = 'heartbeat';
/** More at once are an import: a whole round asks less often than a look at each of them. */
const maxOperations = 10;
const operationPath = /\/fieldOperations\/([\w.~%-]{1,200})$/;

/**
 * What events of John Deere name. Field operations are the only documented type that names its object; every other one asks for a whole round.
 *
 * @param expected operations that are looked at in a moment anyway.
 * @example namedWork([{ eventTypeId: 'fieldOperation', targetResource: 'https://api.deere.com/platform/fieldOperations/ab' }], []).operations // ['ab']
 */
export function namedWork(events: readonly NamingEvent[], expected: readonly string[]): NamedWork {
  const operations = new Set<string>();
  let isWhole = false;
  for (const { eventTypeId, targetResource = '' } of events) {
    if (eventTypeId === heartbeat) continue;
    const [, id] = eventTypeId === 'fieldOperation' ? (operationPath.exec(targetResource) ?? []) : [];
    if (id === undefined) isWhole = true;
    else operations.add(id);
  }
  const all = new Set([...expected, ...operations]);
  if (isWhole || all.size > maxOperations) return { isWhole: true, operations: [] };
  return { isWhole, operations: [...operations].filter((id) => !expected.includes(id)) };
}
