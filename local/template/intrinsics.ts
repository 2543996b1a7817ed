import { type TemplateLocation, templateError } from './location.ts';
import type { Resolver } from './resolver.ts';

type Intrinsic = (argument: unknown, location: TemplateLocation, resolver: Resolver) => unknown;

/** CloudFormation's functions that work out a value. Those for conditions are in `conditions.ts`. */
export const intrinsics: Record<string, Intrinsic> = {
  Ref: (argument, location, { ref }) => ref(text(argument, location), location),

  'Fn::GetAtt'(argument, location, resolver) {
    const [logicalId, ...attribute] = typeof argument === 'string' ? argument.split('.') : list(argument, location);
    const name = attribute.map((part) => text(resolver.resolve(part, location), location)).join('.');
    return resolver.attribute(text(logicalId, location), name, location);
  },

  'Fn::Join'(argument, location, resolver) {
    const [separator, items] = list(argument, location);
    return list(resolver.resolve(items, location), location)
      .map((item) => text(item, location))
      .join(text(separator, location));
  },

  'Fn::Sub'(argument, location, resolver) {
    const [template, given] = Array.isArray(argument) ? argument : [argument, {}];
    const variables = (given ?? {}) as Record<string, unknown>;
    return text(template, location).replace(/\$\{(!?)([^{}]+)\}/g, (_, literal: string, written: string) => {
      const name = written.trim();
      if (literal) return `\${${name}}`;
      if (name in variables) return text(resolver.resolve(variables[name], location), location);
      const [logicalId = name, ...attribute] = name.split('.');
      return text(
        attribute.length > 0
          ? resolver.attribute(logicalId, attribute.join('.'), location)
          : resolver.ref(name, location),
        location,
      );
    });
  },

  'Fn::Select'(argument, location, resolver) {
    const [index, items] = list(resolver.resolve(argument, location), location);
    const choices = list(items, location);
    if (!(Number(index) in choices)) throw templateError(location, `there is no item ${index} of ${choices.length}`);
    return choices[Number(index)];
  },

  'Fn::Split'(argument, location, resolver) {
    const [separator, source] = list(resolver.resolve(argument, location), location);
    return text(source, location).split(text(separator, location));
  },

  'Fn::If'(argument, location, resolver) {
    const [condition, yes, no] = list(argument, location);
    return resolver.resolve(resolver.condition(text(condition, location), location) ? yes : no, location);
  },

  'Fn::ImportValue': (argument, location, resolver) =>
    resolver.exported(text(resolver.resolve(argument, location), location), location),

  'Fn::GetStackOutput'(argument, location, resolver) {
    const { StackName, OutputName } = resolver.resolve(argument, location) as Record<string, unknown>;
    return resolver.output(text(StackName, location), text(OutputName, location), location);
  },

  'Fn::FindInMap'(argument, location, resolver) {
    const [map, first, second] = list(resolver.resolve(argument, location), location).map((part) =>
      text(part, location),
    );
    const found = location.stack.template.Mappings[map ?? '']?.[first ?? '']?.[second ?? ''];
    if (found === undefined) throw templateError(location, `the mapping ${map} has no value for ${first}, ${second}`);
    return resolver.resolve(found, location);
  },

  'Fn::Base64': (argument, location, resolver) =>
    Buffer.from(text(resolver.resolve(argument, location), location)).toString('base64'),
};

function list(value: unknown, location: TemplateLocation): unknown[] {
  if (Array.isArray(value)) return value;
  throw templateError(location, `a list is needed here, not ${JSON.stringify(value)}`);
}

function text(value: unknown, location: TemplateLocation): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw templateError(location, `text is needed here, not ${JSON.stringify(value)}`);
}

/**
 * The call in an object whose only member is `Ref` or `Fn::…`; undefined for data.
 *
 * @example intrinsicCall({ Ref: 'Queue' }) // { name: 'Ref', argument: 'Queue' }
 */
export function intrinsicCall(value: object): { name: string; argument: unknown } | undefined {
  const entries = Object.entries(value);
  const [name, argument] = entries[0] ?? [];
  if (entries.length !== 1 || name === undefined || !(name === 'Ref' || name.startsWith('Fn::'))) return undefined;
  return { name, argument };
}
