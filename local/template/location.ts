import type { Stack } from './assembly.ts';

/** A location in an assembly, for error messages. */
export interface TemplateLocation {
  stack: Stack;
  /** The path from the section on, such as `Resources.UsersFunction.Properties.Timeout`. */
  path: string;
}

/**
 * The location of a member or an element below a location.
 *
 * @example checkValue(resource.Properties, inside(location, 'Properties'));
 */
export function inside(location: TemplateLocation, member: string | number): TemplateLocation {
  return { stack: location.stack, path: `${location.path}.${member}` };
}

/**
 * An error about a part of the template that the embedded cloud cannot run, with its location.
 *
 * @example throw templateError(location, `the embedded cloud does not know the condition ${name}`);
 */
export function templateError(location: TemplateLocation, problem: string): Error {
  return new Error(`${problem} (stack ${location.stack.name}, ${location.path})`);
}
