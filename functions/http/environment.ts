/**
 * The named environment variables. A missing one stops the function at its first start, with an error that names it.
 *
 * @example
 * const { USERS_TABLE } = environment('USERS_TABLE');
 */
export function environment<const Names extends readonly string[]>(...names: Names): Record<Names[number], string> {
  const missing = names.filter((name) => !process.env[name]);
  if (missing.length > 0) throw new Error(`The environment variables ${missing.join(', ')} are not set`);
  return Object.fromEntries(names.map((name) => [name, process.env[name]])) as Record<Names[number], string>;
}

/**
 * A number from an optional environment variable.
 *
 * @throws Error naming the variable when its value is not a number.
 * @example
 * const slots = environmentNumber('READING_SLOTS', 4);
 */
export function environmentNumber(name: string, otherwise: number): number {
  const value = process.env[name];
  if (!value) return otherwise;
  const number = Number(value);
  if (!Number.isFinite(number)) throw new Error(`The environment variable ${name} must be a number, not "${value}"`);
  return number;
}

/**
 * An optional environment variable, as it is now: Lambda sets some anew with each invocation.
 *
 * @example const header = optionalEnvironment('_X_AMZN_TRACE_ID');
 */
export function optionalEnvironment(name: string): string | undefined {
  return process.env[name] || undefined;
}
