import { intrinsicCall } from './intrinsics.ts';
import { inside, type TemplateLocation, templateError } from './location.ts';
import type { Resolver } from './resolver.ts';

/** Evaluates a condition of a template's `Conditions` section. */
export function conditionHolds(resolver: Resolver, condition: unknown, location: TemplateLocation): boolean {
  const [name, argument] = conditionCall(condition, location);
  const at = inside(location, name);
  const operands = Array.isArray(argument) ? argument : [argument];
  const holds = (operand: unknown): boolean => conditionHolds(resolver, operand, at);
  switch (name) {
    case 'Condition':
      return resolver.condition(String(argument), at);
    case 'Fn::Equals': {
      const [left, right] = operands.map((operand) => resolver.resolve(operand, at));
      return String(left) === String(right);
    }
    case 'Fn::And':
      return operands.every(holds);
    case 'Fn::Or':
      return operands.some(holds);
    case 'Fn::Not':
      return !holds(operands[0]);
    default:
      throw templateError(location, `the embedded cloud does not know the condition ${name}`);
  }
}

function conditionCall(condition: unknown, location: TemplateLocation): [string, unknown] {
  if (typeof condition === 'object' && condition !== null) {
    if ('Condition' in condition) return ['Condition', condition.Condition];
    const call = intrinsicCall(condition);
    if (call) return [call.name, call.argument];
  }
  throw templateError(location, `a condition is needed here, not ${JSON.stringify(condition)}`);
}
