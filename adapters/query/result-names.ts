/**
 * The names under which the values of a row, or of a struct, are answered. A column without a name is called by its position, as BigQuery does; of two with one name
 * the later ones are numbered.
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
