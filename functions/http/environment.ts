/** The named environment variables. One that is missing stops the function at its first start, with its name. */
export function environment<const Names extends readonly string[]>(...names: Names): Record<Names[number], string> {
  const missing = names.filter((name) => !process.env[name]);
  if (missing.length > 0) throw new Error(`The environment variables ${missing.join(', ')} are not set`);
  return Object.fromEntries(names.map((name) => [name, process.env[name]])) as Record<Names[number], string>;
}

/** A number from an optional environment variable. */
export function environmentNumber(name: string, otherwise: number): number {
  const value = process.env[name];
  if (!value) return otherwise;
  const number = Number(value);
  if (!Number.isFinite(number)) throw new Error(`The environment variable ${name} must be a number, not "${value}"`);
  return number;
}
