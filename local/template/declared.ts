import * as z from 'zod';
import { inside, type TemplateLocation, templateError } from './location.ts';
import { physicalName } from './references.ts';
import type { Resolver } from './resolver.ts';

/** A resource that exists, in the stack that declares it. */
export interface Declared {
  logicalId: string;
  type: string;
  /** Its physical name. */
  name: string;
  location: TemplateLocation;
  /**
   * Reads and resolves the properties that the schema names; the others may contain values that only AWS can resolve.
   *
   * @throws Error naming the property and its location when CloudFormation would not accept it.
   */
  read<S extends z.ZodObject>(schema: S): z.infer<S>;
}

/**
 * Every resource of the given types whose condition holds, in the order of the stacks.
 *
 * @example declared(resolver, 'AWS::SQS::Queue').map((queue) => queue.read(queueSchema));
 */
export function declared(resolver: Resolver, ...types: string[]): Declared[] {
  return resolver.assembly.stacks.flatMap((stack) =>
    Object.entries(stack.template.Resources).flatMap(([logicalId, resource]) => {
      const location: TemplateLocation = { stack, path: `Resources.${logicalId}` };
      if (!types.includes(resource.Type)) return [];
      if (resource.Condition && !resolver.condition(resource.Condition, location)) return [];
      const properties = inside(location, 'Properties');
      const read = <S extends z.ZodObject>(schema: S): z.infer<S> => {
        const values = Object.keys(schema.shape).map((name) => [
          name,
          resolver.resolve(resource.Properties?.[name], inside(properties, name)),
        ]);
        const result = schema.safeParse(Object.fromEntries(values));
        if (result.success) return result.data;
        const { path, message } = result.error.issues[0] ?? { path: [], message: 'not readable' };
        throw templateError({ stack, path: [properties.path, ...path].join('.') }, message);
      };
      return [{ logicalId, type: resource.Type, name: physicalName(resolver, logicalId, location), location, read }];
    }),
  );
}

/** Numbers and booleans may be written as text in a template. */
export const wholeNumber = z.coerce.number().int();
export const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);

/** A property whose effect the embedded cloud does not support: its presence stops the start. */
export const notRun = (what: string) => z.never({ error: `${what} not run by the embedded cloud` }).optional();
