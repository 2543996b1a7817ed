import { accountId, region } from '../credentials.ts';
import type { Assembly, Stack } from './assembly.ts';
import { conditionHolds } from './conditions.ts';
import { intrinsicCall, intrinsics } from './intrinsics.ts';
import { inside, type TemplateLocation, templateError } from './location.ts';
import { attributeOf, referenceTo } from './references.ts';
import type { Endpoints } from './resource-kinds.ts';

/** Resolves the values of a template as CloudFormation does. */
export interface Resolver {
  assembly: Assembly;
  endpoints: Endpoints;
  /** The value with every intrinsic resolved; `undefined` for `AWS::NoValue`, whose member is then omitted. */
  resolve(value: unknown, location: TemplateLocation): unknown;
  ref(name: string, location: TemplateLocation): unknown;
  attribute(logicalId: string, attribute: string, location: TemplateLocation): unknown;
  /** The value of a named condition of the location's stack. */
  condition(name: string, location: TemplateLocation): boolean;
  /** The value that another stack exports under a name. */
  exported(name: string, location: TemplateLocation): unknown;
  /** The value of an output of another stack, exported or not. */
  output(stackName: string, outputName: string, location: TemplateLocation): unknown;
}

const pseudoParameters: Record<string, (stack: Stack) => unknown> = {
  'AWS::Region': () => region,
  'AWS::AccountId': () => accountId,
  'AWS::Partition': () => 'aws',
  'AWS::URLSuffix': () => 'amazonaws.com',
  'AWS::StackName': (stack) => stack.name,
  'AWS::StackId': (stack) => `arn:aws:cloudformation:${region}:${accountId}:stack/${stack.name}`,
  'AWS::NoValue': () => undefined,
};

/** Makes the resolver of an assembly. URLs of engines that do not listen yet may be absent until something refers to them. */
export function createResolver(assembly: Assembly, endpoints: Endpoints = {}): Resolver {
  const underWay: string[] = [];

  /** Follows one reference. A cycle, which CloudFormation would refuse, must not block the start. */
  function follow<T>(name: string, location: TemplateLocation, work: () => T): T {
    const step = `${location.stack.name}/${name}`;
    if (underWay.includes(step)) throw templateError(location, `${[...underWay, step].join(' -> ')} refers to itself`);
    underWay.push(step);
    try {
      return work();
    } finally {
      underWay.pop();
    }
  }

  function parameter(name: string, location: TemplateLocation): unknown {
    const { stack } = location;
    const declared = stack.template.Parameters[name];
    const above = stack.parent;
    if (above) {
      const creator = above.stack.template.Resources[above.logicalId];
      const given = creator?.Properties?.Parameters as Record<string, unknown> | undefined;
      const from: TemplateLocation = {
        stack: above.stack,
        path: `Resources.${above.logicalId}.Properties.Parameters.${name}`,
      };
      if (given && name in given) return resolver.resolve(given[name], from);
    }
    if (declared?.Type === 'AWS::SSM::Parameter::Value<String>') return stored(String(declared.Default), location);
    if (declared?.Type.startsWith('AWS::SSM::')) {
      throw templateError(location, `the parameter ${name} has the type ${declared.Type}, which is not read here`);
    }
    if (declared?.Default !== undefined) return declared.Default;
    throw templateError(location, `the parameter ${name} has no default, and nothing gives it a value here`);
  }

  /** The value of the parameter store's parameter that a stack of the assembly writes. */
  function stored(path: string, location: TemplateLocation): unknown {
    for (const stack of assembly.stacks) {
      for (const [id, { Type, Properties }] of Object.entries(stack.template.Resources)) {
        const at: TemplateLocation = { stack, path: `Resources.${id}.Properties` };
        if (Type !== 'AWS::SSM::Parameter' || resolver.resolve(Properties?.Name, at) !== path) continue;
        return follow(`${id}.Value`, at, () => resolver.resolve(Properties?.Value, inside(at, 'Value')));
      }
    }
    throw templateError(location, `no stack writes the parameter ${path} into the parameter store`);
  }

  const resolver: Resolver = {
    assembly,
    endpoints,
    resolve(value, location) {
      if (Array.isArray(value)) {
        return value.map((item, i) => resolver.resolve(item, inside(location, i))).filter((item) => item !== undefined);
      }
      if (typeof value !== 'object' || value === null) return value;
      const call = intrinsicCall(value);
      if (call) {
        const run = intrinsics[call.name];
        if (!run) throw templateError(location, `the embedded cloud does not know the intrinsic ${call.name}`);
        return run(call.argument, inside(location, call.name), resolver);
      }
      const members = Object.entries(value).map(([key, item]) => [key, resolver.resolve(item, inside(location, key))]);
      return Object.fromEntries(members.filter(([, item]) => item !== undefined));
    },
    ref(name, location) {
      const pseudo = pseudoParameters[name];
      if (pseudo) return pseudo(location.stack);
      return follow(name, location, () =>
        name in location.stack.template.Resources
          ? referenceTo(resolver, name, location)
          : name in location.stack.template.Parameters
            ? parameter(name, location)
            : fail(location, `Ref names ${name}, which is neither a resource nor a parameter`),
      );
    },
    attribute(logicalId, attribute, location) {
      return follow(`${logicalId}.${attribute}`, location, () => attributeOf(resolver, logicalId, attribute, location));
    },
    condition(name, location) {
      const condition = location.stack.template.Conditions[name];
      if (condition === undefined) throw templateError(location, `the condition ${name} is not declared`);
      const at: TemplateLocation = { stack: location.stack, path: `Conditions.${name}` };
      return follow(`condition ${name}`, location, () => conditionHolds(resolver, condition, at));
    },
    exported(name, location) {
      for (const stack of assembly.stacks) {
        for (const [id, output] of Object.entries(stack.template.Outputs)) {
          const at: TemplateLocation = { stack, path: `Outputs.${id}` };
          if (!output.Export || (output.Condition && !resolver.condition(output.Condition, at))) continue;
          if (resolver.resolve(output.Export.Name, at) !== name) continue;
          return follow(`Outputs.${id}`, at, () => resolver.resolve(output.Value, at));
        }
      }
      throw templateError(location, `no stack exports ${name}`);
    },
    output(stackName, outputName, location) {
      const stack = assembly.stacks.find(({ name }) => name === stackName);
      const output = stack?.template.Outputs[outputName];
      if (!stack || !output) throw templateError(location, `there is no output ${outputName} of a stack ${stackName}`);
      const at: TemplateLocation = { stack, path: `Outputs.${outputName}` };
      return follow(`Outputs.${outputName}`, at, () => resolver.resolve(output.Value, at));
    },
  };
  return resolver;
}

function fail(location: TemplateLocation, problem: string): never {
  throw templateError(location, problem);
}
