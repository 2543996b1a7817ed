import * as z from 'zod';
import { storedNumber } from '../stored-number.ts';

export const operators = ['GT', 'GTE', 'LT', 'LTE', 'EQ', 'NE'] as const;
export type Operator = (typeof operators)[number];

const comparing = ['GT', 'GTE', 'LT', 'LTE'] as const;
const equality = ['EQ', 'NE'] as const;

interface RuledProperty {
  value: 'number' | 'string';
  operators: readonly Operator[];
}

const number: RuledProperty = { value: 'number', operators: comparing };
const text: RuledProperty = { value: 'string', operators: equality };

/** The members of a point that rules can filter by, with their types. */
export const ruledProperties: Record<string, RuledProperty> = {
  wetMass: number,
  wetMassPerArea: number,
  wetVolume: number,
  wetVolumePerArea: number,
  appliedRate: number,
  seedRate: number,
  harvestMoisture: number,
  tillageDepthActual: number,
  products: number,
  area: number,
  recordingStatus: text,
  crop: text,
};

const ruleSchema = z.strictObject({
  operator: z
    .enum(operators)
    .describe(
      'How the value of a point must compare with `value`: greater than, greater or equal, less than, less or equal, equal, not equal.',
    ),
  value: z
    .union([storedNumber(), z.string().max(100)])
    .describe('What the value of a point is compared with: a number in the unit of the property, or a text.'),
});
export type CleanupRule = z.infer<typeof ruleSchema>;

const rulesPerProperty = 10;

/** Cleanup rules by property; a point must meet all of them. Given rules replace all default rules. */
export const cleanupRulesSchema = z
  .record(z.string().max(100), z.array(ruleSchema).max(rulesPerProperty))
  .superRefine((rules, context) => {
    for (const [property, list] of Object.entries(rules)) {
      const ruled = Object.hasOwn(ruledProperties, property) ? ruledProperties[property] : undefined;
      if (!ruled) {
        const known = Object.keys(ruledProperties).join(', ');
        context.addIssue({
          code: 'custom',
          path: [property],
          message: `${property} cannot be used in a rule; use one of ${known}`,
        });
        continue;
      }
      for (const [index, { operator, value }] of list.entries()) {
        if (!ruled.operators.includes(operator)) {
          const message = `${property} does not support ${operator}; use one of ${ruled.operators.join(', ')}`;
          context.addIssue({ code: 'custom', path: [property, index, 'operator'], message });
        }
        if (typeof value !== ruled.value) {
          context.addIssue({
            code: 'custom',
            path: [property, index, 'value'],
            message: `${property} must be compared with a ${ruled.value}`,
          });
        }
      }
    }
  });

const positive: CleanupRule[] = [{ operator: 'GT', value: 0 }];

/** The default cleanup rules of an owner. */
export const defaultCleanupRules: Record<string, CleanupRule[]> = {
  wetMass: positive,
  wetMassPerArea: positive,
  wetVolume: positive,
  wetVolumePerArea: positive,
  appliedRate: positive,
  seedRate: positive,
  harvestMoisture: [
    { operator: 'GT', value: 0 },
    { operator: 'LT', value: 100 },
  ],
  tillageDepthActual: [{ operator: 'GTE', value: 0 }],
  products: [{ operator: 'GTE', value: 0 }],
  recordingStatus: [{ operator: 'EQ', value: 'On' }],
  crop: [{ operator: 'NE', value: 'unknown' }],
};
