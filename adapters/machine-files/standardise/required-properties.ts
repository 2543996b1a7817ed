import type { Settings } from '../../../domain/configuration/configuration.ts';
import { propertiesOf } from '../../../domain/machine-files/point-properties.ts';
import type { RawSet } from '../raw-set.ts';
import { identifier, type WorkDatabase } from '../work-database.ts';

/** The properties that the points of a file must have, and those of them of which not one has a value in `derived`. */
export async function requiredProperties(
  raw: RawSet,
  settings: Settings,
  work: WorkDatabase,
): Promise<{ required: string[]; missing: string[] }> {
  const required = requiredOf(raw, settings);
  const counts = required.map((name) => `count(${identifier(name)}) as ${identifier(name)}`);
  const [row] = await work.rows<Record<string, string | number>>(`select ${counts.join(', ')} from derived`);
  return { required, missing: required.filter((name) => Number(row?.[name] ?? 0) === 0) };
}

function requiredOf({ operationType }: RawSet, { standardGeoJson: { planted } }: Settings): string[] {
  const optional = new Set<string>();
  // Not every machine records heights, and nothing else of a point depends on them.
  optional.add('elevation');
  if (operationType === 'planted' && planted?.crop === 'optional') optional.add('crop');
  if (operationType === 'planted' && planted?.seedRate === 'optional') optional.add('seedRate');
  const required = propertiesOf(operationType).filter(([, property]) => property.required?.includes(operationType));
  const products = operationType === 'applied' ? ['products'] : [];
  return ['timestamp', ...required.map(([name]) => name), ...products].filter((name) => !optional.has(name));
}
