/**
 * The longest name of an environment. A bucket has `furrow-`, the environment, its own name, the account and the region within 63 characters, which leaves
 * 21 today: five are kept for resources to come, since an environment cannot be renamed.
 */
export const maxEnvironmentName = 16;

const pattern = /^[a-z][a-z0-9]{1,15}$/;

/**
 * The name of an environment: 2 to 16 lower-case letters and digits, a letter first. A hyphen is left out since `furrow-prod-merge-fields` would be the
 * function `merge-fields` of `prod` and `fields` of `prod-merge`, and since the lake's database takes none.
 *
 * @throws Error with the rule.
 */
export function checkedEnvironmentName(name: string): string {
  if (pattern.test(name)) return name;
  throw new Error(
    `An environment cannot be called "${name}": its name has 2 to ${maxEnvironmentName} lower-case letters and digits, and begins with a letter: -c environment=staging`,
  );
}
