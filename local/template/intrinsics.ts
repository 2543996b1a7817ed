import { type TemplateLocation, templateError } from './location.ts';
import type { Resolver } from './resolver.ts';

type Intrinsic = (argument: unknown, place: TemplateLocation, resolver: Resolver) => unknown;

/** CloudFormation's functions that work out a value. Those for conditions are in `conditions.ts`. */
export const intrinsics: Record<string, Intrinsic> = {
  Ref: (argument, place, { ref }) => ref(text(argument, place), place),

  'Fn::GetAtt'(argument, place, resolver) {
    const [logicalId, ...attribute] = typeof argument === 'string' ? argument.split('.') : list(argument, place);
    const name = attribute.map((part) => text(resolver.resolve(part, place), place)).join('.');
    return resolver.attribute(text(logicalId, place), name, place);
  },

  'Fn::Join'(argument, place, resolver) {
    const [separator, items] = list(argument, place);
    return list(resolver.resolve(items, place), place)
      .map((item) => text(item, place))
      .join(text(separator, place));
  },

  'Fn::Sub'(argument, place, resolver) {
    const [template, given] = Array.isArray(argument) ? argument : [argument, {}];
    const variables = (given ?? {}) as Record<string, unknown>;
    return text(template, place).replace(/\$\{(!?)([^{}]+)\}/g, (_, literal: string, written: string) => {
      const name = written.trim();
      if (literal) return `\${${name}}`;
      if (name in variables) return text(resolver.resolve(variables[name], place), place);
      const [logicalId = name, ...attribute] = name.split('.');
      return text(
        attribute.length > 0 ? resolver.attribute(logicalId, attribute.join('.'), place) : resolver.ref(name, place),
        place,
      );
    });
  },

  'Fn::Select'(argument, place, resolver) {
    const [index, items] = list(resolver.resolve(argument, place), place);
    const choices = list(items, place);
    if (!(Number(index) in choices)) throw templateError(place, `there is no item ${index} of ${choices.length}`);
    return choices[Number(index)];
  },

  'Fn::Split'(argument, place, resolver) {
    const [separator, source] = list(resolver.resolve(argument, place), place);
    return text(source, place).split(text(separator, place));
  },

  'Fn::If'(argument, place, resolver) {
    const [condition, yes, no] = list(argument, place);
    return resolver.resolve(resolver.condition(text(condition, place), place) ? yes : no, place);
  },

  'Fn::ImportValue': (argument, place, resolver) =>
    resolver.exported(text(resolver.resolve(argument, place), place), place),

  'Fn::GetStackOutput'(argument, place, resolver) {
    const { StackName, OutputName } = resolver.resolve(argument, place) as Record<string, unknown>;
    return resolver.output(text(StackName, place), text(OutputName, place), place);
  },

  'Fn::FindInMap'(argument, place, resolver) {
    const [map, first, second] = list(resolver.resolve(argument, place), place).map((part) => text(part, place));
    const found = place.stack.template.Mappings[map ?? '']?.[first ?? '']?.[second ?? ''];
    if (found === undefined) throw templateError(place, `the mapping ${map} has no value for ${first}, ${second}`);
    return resolver.resolve(found, place);
  },

  'Fn::Base64': (argument, place, resolver) =>
    Buffer.from(text(resolver.resolve(argument, place), place)).toString('base64'),
};

function list(value: unknown, place: TemplateLocation): unknown[] {
  if (Array.isArray(value)) return value;
  throw templateError(place, `a list is needed here, not ${JSON.stringify(value)}`);
}

function text(value: unknown, place: TemplateLocation): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw templateError(place, `text is needed here, not ${JSON.stringify(value)}`);
}

/** An object with the one member `Ref`, `Condition` or `Fn::…` is a call; anything else is data. */
export function intrinsicCall(value: object): { name: string; argument: unknown } | undefined {
  const entries = Object.entries(value);
  const [name, argument] = entries[0] ?? [];
  if (entries.length !== 1 || name === undefined || !(name === 'Ref' || name.startsWith('Fn::'))) return undefined;
  return { name, argument };
}
