/**
 * The names of a row's or struct's values in responses. An unnamed column is named by its position, as in BigQuery;
 * repeated names are numbered.
 *
 * @example resultNames([{ name: 'a' }, { name: '' }, { name: 'a' }]) // ['a', 'f1_', 'a_1']
 */
export function resultNames(columns: readonly { name: string }[]): string[] {
  const taken = new Set<string>();
  return columns.map(({ name }, index) => {
    const wanted = name || `f${index}_`;
    let free = wanted;
    for (let number = 1; taken.has(free); number++) free = `${wanted}_${number}`;
    taken.add(free);
    return free;
  });
}
