import { matcher } from './pattern.ts';
import type { Statement } from './policy-document.ts';

/** The values of a condition key for a request; undefined when the request has none. Keys are in lower case. */
export type Context = (key: string) => readonly string[] | undefined;

/** Tests a statement's conditions. */
export type Condition = (context: Context) => boolean;

/** Condition keys that the engines and the guard provide. */
const knownKeys = new Set([
  'aws:principalarn',
  'aws:securetransport',
  'aws:sourceaccount',
  'aws:sourcearn',
  'dynamodb:leadingkeys',
  'kms:encryptioncontextkeys',
  // Of calls by a service for somebody; those that arrive here are nobody's but the caller's.
  'kms:viaservice',
  's3:delimiter',
  's3:max-keys',
  's3:prefix',
  's3:tlsversion',
]);
const knownPrefix = 'kms:encryptioncontext:';

type Test = (expected: string) => (value: string) => boolean;

const equal: Test = (expected) => (value) => value === expected;
const numeric =
  (holds: (value: number, expected: number) => boolean): Test =>
  (expected) =>
  (value) =>
    holds(Number(value), Number(expected));

/** Operators by name: how a value is compared, and whether it must differ from all listed values. */
const operators: Record<string, { test: Test; negated?: true }> = {
  ArnEquals: { test: matcher },
  ArnLike: { test: matcher },
  ArnNotEquals: { test: matcher, negated: true },
  ArnNotLike: { test: matcher, negated: true },
  Bool: { test: (expected) => (value) => value.toLowerCase() === expected.toLowerCase() },
  NumericEquals: { test: numeric((value, expected) => value === expected) },
  NumericGreaterThan: { test: numeric((value, expected) => value > expected) },
  NumericGreaterThanEquals: { test: numeric((value, expected) => value >= expected) },
  NumericLessThan: { test: numeric((value, expected) => value < expected) },
  NumericLessThanEquals: { test: numeric((value, expected) => value <= expected) },
  StringEquals: { test: equal },
  StringLike: { test: matcher },
  StringNotEquals: { test: equal, negated: true },
  StringNotLike: { test: matcher, negated: true },
};

/** @throws Error naming the unknown operator or key. */
export function compileConditions(conditions: Statement['Condition'], where: string): Condition[] {
  return Object.entries(conditions).flatMap(([operator, keys]) =>
    Object.entries(keys).map(([key, values]) => compileCondition(operator, key, values, where)),
  );
}

function compileCondition(name: string, key: string, values: string[], where: string): Condition {
  const known = key.toLowerCase();
  if (!knownKeys.has(known) && !known.startsWith(knownPrefix)) {
    throw new Error(`the policy of ${where} has the condition key ${key}, which the embedded cloud cannot enforce`);
  }
  const variable = values.find((value) => value.includes('${'));
  if (variable)
    throw new Error(`the policy of ${where} has the variable ${variable}, which the embedded cloud cannot enforce`);
  if (name === 'Null') return (context) => values.includes(String(context(known) === undefined));

  const [, quantifier, bare = '', ifExists] = /^(?:(ForAllValues|ForAnyValue):)?(\w+?)(IfExists)?$/.exec(name) ?? [];
  const operator = Object.hasOwn(operators, bare) ? operators[bare] : undefined;
  if (!operator) {
    throw new Error(
      `the policy of ${where} has the condition operator ${name}, which the embedded cloud cannot enforce`,
    );
  }
  const tests = values.map(operator.test);
  const holds = (value: string) => tests.some((test) => test(value)) !== (operator.negated ?? false);
  // If the request lacks the key, negated operators and operators over all values are true.
  const absent = ifExists !== undefined || quantifier === 'ForAllValues' || (!quantifier && operator.negated === true);
  return (context) => {
    const present = context(known);
    if (present === undefined) return absent;
    return quantifier === 'ForAnyValue' ? present.some(holds) : present.every(holds);
  };
}
