import { addressesOf } from './addresses.ts';
import { type Release, type StackName, stackNames } from './release.ts';
import { type ReleasedStack, updateProblems } from './released.ts';

/**
 * Why the stacks of one release cannot be updated to those of another, one after another; empty when they can. After each update, what is deployed
 * by then has to find all that it uses: functions of both releases run until the last stack is updated, or for as long as somebody stops half-way.
 *
 * @param order the stacks that are updated; the others stay.
 * @example deploymentProblems(lastRelease, thisRelease, stackNames);
 */
export function deploymentProblems(from: Release, to: Release, order: readonly StackName[]): string[] {
  let deployed = from;
  const problems: string[] = [];
  const missed = new Set<string>();
  for (const stack of order) {
    const [before, after] = [deployed[stack], to[stack]];
    const others = stackNames.filter((one) => one !== stack).map((one) => deployed[one]);
    problems.push(...updateProblems(before, after).map((problem) => `${stack}: ${problem}`));
    problems.push(...exportProblems(stack, before, after, others));
    problems.push(...nameProblems(stack, before, after, others));
    deployed = { ...deployed, [stack]: after };
    for (const use of missing(deployed)) {
      if (!missed.has(use)) problems.push(`${use}, which is not there once ${stack} is updated.`);
      missed.add(use);
    }
  }
  return problems;
}

function exportProblems(stack: string, before: ReleasedStack, after: ReleasedStack, others: readonly ReleasedStack[]) {
  const imported = new Set(others.flatMap(({ imports }) => imports));
  return before.exports
    .filter((name) => !after.exports.includes(name) && imported.has(name))
    .map((name) => `${stack}: CloudFormation refuses to remove the export ${name}, which another stack imports.`);
}

/** A resource that moves to another stack is made there before it is deleted here. */
function nameProblems(stack: string, before: ReleasedStack, after: ReleasedStack, others: readonly ReleasedStack[]) {
  const addresses = ({ resources }: ReleasedStack) =>
    Object.values(resources).flatMap((one) => addressesOf(one)[0] ?? []);
  const had = new Set(addresses(before));
  const taken = new Set(others.flatMap(addresses));
  return addresses(after)
    .filter((address) => !had.has(address) && taken.has(address))
    .map((address) => `${stack}: ${address} is still in another stack: give the new one another name.`);
}

/** What functions use and no stack has. */
function missing(deployed: Release): string[] {
  const found = new Set(
    stackNames.flatMap((stack) => Object.values(deployed[stack].resources).flatMap((one) => addressesOf(one))),
  );
  return stackNames.flatMap((stack) =>
    deployed[stack].needs.filter((address) => !found.has(address)).map((address) => `${stack} uses ${address}`),
  );
}

/** A way back to an earlier release. */
export interface Rollback {
  /** The stacks to deploy, in this order. Never the data stack: what it has more than the earlier release holds data, and harms nobody. */
  order: readonly StackName[];
  /** Why it is refused or would harm; empty when it is possible. */
  problems: string[];
}

/**
 * The way back from what is deployed to an earlier release: its functions on the data stack as it is.
 *
 * @example const { order, problems } = rollback(deployed, earlier);
 */
export function rollback(deployed: Release, earlier: Release): Rollback {
  const order = stackNames.filter((stack) => stack !== 'data').reverse();
  return { order, problems: deploymentProblems(deployed, earlier, order) };
}
