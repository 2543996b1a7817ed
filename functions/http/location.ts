import type * as z from 'zod';

type VariablesIn<Path> = Path extends `${string}{${infer Name}}${infer After}` ? Name | VariablesIn<After> : never;

type LocationFor<R> = R extends { location: infer Path; schema: infer S extends z.ZodType }
  ? VariablesIn<Path> extends keyof z.input<S>
    ? Path
    : never
  : `/${string}` | 'given';

/** Compiles only if every 201 declares the location of the new resource, by members that its body has. */
export type LocationDeclared<O> = O extends { responses: infer R }
  ? {
      responses: {
        [Status in keyof R]: Status extends 201
          ? { location: LocationFor<R[Status]> }
          : R[Status] extends { location: unknown }
            ? { location: LocationFor<R[Status]> }
            : unknown;
      };
    }
  : unknown;

/** A path with members of a body in place of its variables. */
export function filledIn(path: string, body: unknown): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => String((body as Record<string, unknown>)[name]));
}
