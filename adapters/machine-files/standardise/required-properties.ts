import type { Settings } from '../../../domain/configuration/configuration.ts';
import { propertiesOf } from '../../../domain/machine-files/points/point-properties.ts';
import { identifier } from '../../duckdb/sql-text.ts';
import type { RawSet } from '../raw-set.ts';
import type { WorkDatabase } from '../work-database.ts';

/** Dry masses follow from the crop, and are not named beside it. */
const ofCrop = ['dryMass', 'dryMassPerArea'];

/** Those of the properties that no point of `presented` has. */
export async function missingProperties(required: readonly string[], work: WorkDatabase): Promise<string[]> {
  const counts = required.map((name) => `count(${identifier(name)}) as ${identifier(name)}`);
  const [row] = await work.rows<Record<string, string | number>>(`select ${counts.join(', ')} from presented`);
  const missing = required.filter((name) => Number(row?.[name] ?? 0) === 0);
  return missing.includes('crop') ? missing.filter((name) => !ofCrop.includes(name)) : missing;
}

/** The properties that the points of a file must have. */
export function requiredProperties(
  { operationType, isCoverage }: RawSet,
  { standardGeoJson: { planted } }: Settings,
): string[] {
  const optional = new Set<string>();
  // Not every machine records heights, and nothing else of a point depends on them.
  optional.add('elevation');
  if (isCoverage) optional.add('heading');
  if (operationType === 'planted' && planted?.crop === 'optional') optional.add('crop');
  if (operationType === 'planted' && planted?.seedRate === 'optional') optional.add('seedRate');
  const required = propertiesOf(operationType).filter(([, property]) => property.required?.includes(operationType));
  const products = operationType === 'applied' ? ['products'] : [];
  return ['timestamp', ...required.map(([name]) => name), ...products].filter((name) => !optional.has(name));
}
