import type { Stack } from './assembly.ts';

/** A location in an assembly, for error messages. */
export interface TemplateLocation {
  stack: Stack;
  /** The path from the section on, such as `Resources.UsersFunction.Properties.Timeout`. */
  path: string;
}

export function inside(place: TemplateLocation, member: string | number): TemplateLocation {
  return { stack: place.stack, path: `${place.path}.${member}` };
}

/** An error about a part of the template that the embedded cloud cannot run, with its location. */
export function templateError(place: TemplateLocation, problem: string): Error {
  return new Error(`${problem} (stack ${place.stack.name}, ${place.path})`);
}
