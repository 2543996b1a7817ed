import type { Assembly } from './assembly.ts';
import { awsOnlyTypes } from './aws-only-types.ts';
import { intrinsicCall, intrinsics } from './intrinsics.ts';
import { inside, type TemplateLocation, templateError } from './location.ts';
import type { Resolver } from './resolver.ts';
import { resourceKinds } from './resource-kinds.ts';

/**
 * Checks every resource of every stack, including those that only AWS runs, so that unsupported resources are
 * reported at the start and not by a feature that silently does nothing.
 *
 * @throws Error naming the unknown resource type or intrinsic, or the dangling reference, and its location.
 */
export function checkAssembly(assembly: Assembly, resolver: Resolver): void {
  for (const stack of assembly.stacks) {
    for (const [logicalId, resource] of Object.entries(stack.template.Resources)) {
      const location: TemplateLocation = { stack, path: `Resources.${logicalId}` };
      if (resource.Condition && !resolver.condition(resource.Condition, location)) continue;
      if (!(resource.Type in resourceKinds) && !awsOnlyTypes.has(resource.Type)) {
        throw templateError(location, `the embedded cloud does not know resources of type ${resource.Type}`);
      }
      checkValue(resource.Properties, inside(location, 'Properties'));
    }
  }
}

function checkValue(value: unknown, location: TemplateLocation): void {
  if (typeof value !== 'object' || value === null) return;
  const call = intrinsicCall(value);
  if (call && !(call.name in intrinsics)) {
    throw templateError(location, `the embedded cloud does not know the intrinsic ${call.name}`);
  }
  if (call?.name === 'Ref') checkTarget(call.argument, location);
  if (call?.name === 'Fn::GetAtt' && Array.isArray(call.argument)) checkTarget(call.argument[0], location);
  for (const [member, item] of Object.entries(value)) checkValue(item, inside(location, member));
}

function checkTarget(name: unknown, location: TemplateLocation): void {
  const { Resources, Parameters } = location.stack.template;
  if (String(name) in Resources || String(name) in Parameters || String(name).startsWith('AWS::')) return;
  throw templateError(location, `there is no resource or parameter ${name}`);
}
