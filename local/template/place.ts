import type { Stack } from './assembly.ts';

/** Where in an assembly something stands, for messages that lead a person to the line. */
export interface Place {
  stack: Stack;
  /** From the section on, such as `Resources.UsersFunction.Properties.Timeout`. */
  path: string;
}

export function inside(place: Place, member: string | number): Place {
  return { stack: place.stack, path: `${place.path}.${member}` };
}

/** An error that says what in the template the embedded cloud cannot run, and where it stands. */
export function templateError(place: Place, problem: string): Error {
  return new Error(`${problem} (stack ${place.stack.name}, ${place.path})`);
}
