import type { Stack } from './assembly.ts';

/** A location in an assembly, for error messages. */
export interface Place {
  stack: Stack;
  /** The path from the section on, such as `Resources.UsersFunction.Properties.Timeout`. */
  path: string;
}

export function inside(place: Place, member: string | number): Place {
  return { stack: place.stack, path: `${place.path}.${member}` };
}

/** An error about a part of the template that the embedded cloud cannot run, with its location. */
export function templateError(place: Place, problem: string): Error {
  return new Error(`${problem} (stack ${place.stack.name}, ${place.path})`);
}
