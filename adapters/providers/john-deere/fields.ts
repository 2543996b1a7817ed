import * as z from 'zod';
import type {
  Change,
  FieldAtProvider,
  FieldProvider,
  ListAsked,
  ProvidedBoundary,
  ProvidedFarm,
  ProvidedField,
  ProvidedGrower,
  ProvidedOrganization,
} from '../../../domain/sync/field-provider.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import type { ChangeTokens } from '../../../domain/transport/changes.ts';
import { linkOf } from '../../../domain/transport/links.ts';
import type { OpenAccount } from '../open-account.ts';
import { multipolygonsSchema, shapeOf } from './boundary-shape.ts';
import { deereList, lastSegment, linksSchema, untold } from './lists.ts';

const id = z.string().min(1).max(200);
const named = { id, name: z.string().max(255).optional(), links: linksSchema };
const organizationSchema = z.looseObject({ ...named, name: z.string().max(255).default('') });
const clientSchema = z.looseObject(named);
const farmSchema = z.looseObject({ ...named, clientUri: z.string().optional() });
const fieldSchema = z.looseObject({
  ...named,
  farms: z.looseObject({ farms: z.array(z.looseObject({ id: id.optional() })).default([]) }).optional(),
});
const boundarySchema = z.looseObject({
  ...named,
  active: z.boolean().default(false),
  archived: z.boolean().default(false),
  multipolygons: multipolygonsSchema,
});

/** Fields of John Deere Operations Center, by lists of each organization and their change tokens. */
export function deereFields(account: OpenAccount, tokens: ChangeTokens): FieldProvider {
  const list = <S extends z.ZodType>(path: string, item: S) => deereList(account, path, item, tokens);

  return {
    organizations: () => deereOrganizations(account),

    async *growers(asked) {
      for (const organization of chosen(asked)) {
        for await (const { id, name } of list(`${pathOf(organization)}/clients`, clientSchema)) {
          yield { id, value: { name } } satisfies Change<ProvidedGrower>;
        }
      }
    },

    async *farms(asked) {
      for (const organization of chosen(asked)) {
        for await (const { id, name, clientUri } of list(`${pathOf(organization)}/farms`, farmSchema)) {
          yield { id, value: { name, growerId: lastSegment(clientUri) } } satisfies Change<ProvidedFarm>;
        }
      }
    },

    async *fields(asked) {
      for (const organizationId of chosen(asked)) {
        const path = pathOf(organizationId);
        for await (const { id, name, farms } of list(`${path}/fields?embed=farms`, fieldSchema)) {
          const value = { name, organizationId, farmId: farms?.farms[0]?.id };
          yield { id, value } satisfies Change<ProvidedField>;
        }
        // Whether a new boundary changes the list of fields is not documented.
        for await (const { links } of list(`${path}/boundaries`, boundarySchema)) {
          const fieldId = lastSegment(linkOf(links, 'field'));
          if (fieldId !== undefined) yield { id: fieldId, hasNewBoundaries: true };
        }
      }
    },

    async *boundaries({ id, organizationId }: FieldAtProvider) {
      if (organizationId === undefined) return;
      const path = `${pathOf(organizationId)}/fields/${encodeURIComponent(id)}/boundaries`;
      try {
        for await (const one of deereList(account, path, boundarySchema, untold)) {
          if (!one.archived) yield provided(one);
        }
      } catch (problem) {
        // It was deleted after it was listed; the next round learns that.
        if (!(problem instanceof ProviderProblem) || problem.kind !== 'missing') throw problem;
      }
    },

    close: () => account.transport.flush(),
  };
}

/** The organizations that the grower has selected for the application, and those that can be. */
export async function* deereOrganizations(account: OpenAccount): AsyncGenerator<ProvidedOrganization> {
  for await (const { id, name, links } of deereList(account, '/organizations', organizationSchema, untold)) {
    const managementUri = linkOf(links, 'manage_connections') ?? linkOf(links, 'connections');
    yield { id, name, ...(managementUri !== undefined && { managementUri }) };
  }
}

const chosen = ({ organizations = new Set() }: ListAsked) => [...organizations].sort();
const pathOf = (organizationId: string) => `/organizations/${encodeURIComponent(organizationId)}`;

function provided({ id, active, multipolygons }: z.infer<typeof boundarySchema>): ProvidedBoundary {
  return { id, active, geometry: shapeOf(multipolygons) };
}
