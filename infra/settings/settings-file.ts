import { existsSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type * as z from 'zod';
import { nearest } from '../../sql/nearest.ts';
import { checkedEnvironmentName } from './environment-name.ts';
import { type GivenSettings, settingsFileSchema, settingsTable } from './schema.ts';

/** The file that is read if there is one. */
export const usualSettingsFile = 'furrow.settings.json';

/** What a settings file says of environments. */
export interface SettingsFile {
  /** For messages. */
  name: string;
  /** Of all environments. */
  everywhere: GivenSettings;
  environments: Readonly<Record<string, GivenSettings>>;
}

/**
 * The settings file of a project; undefined if it has none.
 *
 * @param given another file, by `-c settings=FILE`; `none` for no file at all.
 * @throws Error with everything that is wrong with it, each with its place and what would be right.
 */
export function readSettingsFile(root: string, given?: string): SettingsFile | undefined {
  if (given === 'none') return undefined;
  const path = resolve(root, given ?? usualSettingsFile);
  if (!existsSync(path)) {
    if (given) throw new Error(`There is no file ${given}, which -c settings names.`);
    return undefined;
  }
  const name = basename(path);
  const { everywhere = {}, environments = {} } = parsed(path, name);
  for (const one of Object.keys(environments)) checkedEnvironmentName(one);
  return { name, everywhere, environments };
}

function parsed(path: string, name: string): Partial<Omit<SettingsFile, 'name'>> {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${name} is not JSON: ${(error as Error).message}`);
  }
  const { data, error } = settingsFileSchema.safeParse(content);
  if (error)
    throw new Error(
      problems(error.issues)
        .map((problem) => `${name}: ${problem}`)
        .join('\n'),
    );
  return data as Partial<Omit<SettingsFile, 'name'>>;
}

/** What is wrong, a sentence for each place. */
export function problems(issues: readonly z.core.$ZodIssue[]): string[] {
  return issues.flatMap((issue) => {
    const place = issue.path.join('.');
    if (issue.code === 'invalid_key') return issue.issues.map(({ message }) => `${place} ${message}`);
    if (issue.code !== 'unrecognized_keys') return [`${place || 'it'} ${issue.message}`];
    return issue.keys.map((key) => unknownSetting(key, place, knownAt(issue.path)));
  });
}

/** The sentence about a name that nobody reads. */
export function unknownSetting(key: string, place: string, known: readonly string[]): string {
  const meant = nearest(key, known);
  const where = place ? `${place} has "${key}", which` : `"${key}"`;
  return `${where} is no setting${meant ? `; did you mean ${meant}?` : '.'} Known are ${[...known].sort().join(', ')}`;
}

/** The names that may stand at a place of the file. */
function knownAt(path: readonly PropertyKey[]): string[] {
  let schema: z.core.$ZodType | undefined = settingsFileSchema;
  for (const key of path) schema = inner(schema, key);
  return schema ? Object.keys((unwrapped(schema) as z.ZodObject).shape ?? settingsTable) : [];
}

function inner(schema: z.core.$ZodType | undefined, key: PropertyKey): z.core.$ZodType | undefined {
  const bare = schema && unwrapped(schema);
  if (bare && 'shape' in bare) return (bare as z.ZodObject).shape[String(key)];
  return bare && 'valueType' in bare ? (bare as z.ZodRecord).valueType : undefined;
}

const unwrapped = (schema: z.core.$ZodType): z.core.$ZodType =>
  'unwrap' in schema ? unwrapped((schema as z.ZodOptional).unwrap()) : schema;
