import type { PointPropertyName } from '../../../domain/machine-files/point-properties.ts';
import { columnOf, type RawSet } from '../raw-set.ts';

/** The column of `raw` that has a property, with its unit; undefined when the source does not have it. */
export function meaningColumn(
  { meanings, columns }: RawSet,
  property: PointPropertyName,
): { column: string; unit: string } | undefined {
  const meaning = meanings.find((candidate) => candidate.property === property);
  const column = meaning && columnOf(columns, meaning.column);
  return column && meaning.unit ? { column, unit: meaning.unit } : undefined;
}
