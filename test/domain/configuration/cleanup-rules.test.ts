import { describe, expect, test } from 'vitest';
import {
  cleanupRulesSchema,
  defaultCleanupRules,
  operators,
  ruledProperties,
} from '../../../domain/configuration/cleanup-rules.ts';

const cases = Object.entries(ruledProperties).flatMap(([property, ruled]) =>
  operators.map((operator) => ({ property, operator, ruled })),
);

test.each(cases)('$property with $operator', ({ property, operator, ruled }) => {
  const value = ruled.value === 'number' ? 1 : 'wheat';
  const result = cleanupRulesSchema.safeParse({ [property]: [{ operator, value }] });
  expect(result.success).toBe(ruled.operators.includes(operator));
  const [issue] = result.error?.issues ?? [];
  if (issue)
    expect([issue.path, issue.message]).toEqual([[property, 0, 'operator'], expect.stringContaining(operator)]);
});

test.each(Object.entries(ruledProperties))(
  '%s is compared with a value of its own kind',
  (property, { value, operators }) => {
    const wrong = value === 'number' ? '1' : 1;
    const { error } = cleanupRulesSchema.safeParse({ [property]: [{ operator: operators[0], value: wrong }] });
    expect(error?.issues[0]?.path).toEqual([property, 0, 'value']);
  },
);

describe('rules', () => {
  test('are valid by default', () => {
    expect(cleanupRulesSchema.parse(defaultCleanupRules)).toEqual(defaultCleanupRules);
  });

  test('may be empty, or have none for a property', () => {
    expect(cleanupRulesSchema.parse({})).toEqual({});
    expect(cleanupRulesSchema.parse({ area: [] })).toEqual({ area: [] });
  });

  test.each(['yield', 'toString', 'WetMass'])('for %s are refused, with the known names', (property) => {
    const { error } = cleanupRulesSchema.safeParse({ [property]: [] });
    expect(error?.issues[0]?.message).toMatch(new RegExp(`${property}.*wetMass`));
  });

  test('of one property are at most ten', () => {
    const rules = Array.from({ length: 11 }, () => ({ operator: 'GT', value: 0 }));
    expect(cleanupRulesSchema.safeParse({ area: rules }).success).toBe(false);
  });

  test.each([{ operator: 'LIKE', value: 1 }, { operator: 'GT' }, { operator: 'GT', value: 1, unit: 'kg' }])(
    'refuses %j',
    (rule) => {
      expect(cleanupRulesSchema.safeParse({ area: [rule] }).success).toBe(false);
    },
  );
});
