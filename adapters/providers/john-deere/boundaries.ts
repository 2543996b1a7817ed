import { createHash } from 'node:crypto';
import * as z from 'zod';
import { providerIdSchema } from '../../../domain/providers/provider-id.ts';
import type { FieldAtProvider, ProvidedBoundary } from '../../../domain/sync/field-provider.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import type { ChangeTokens } from '../../../domain/transport/changes.ts';
import { linkOf } from '../../../domain/transport/links.ts';
import type { OpenAccount } from '../account.ts';
import { multipolygonsSchema, shapeOf } from './boundary-shape.ts';
import { deereList, lastSegment, linksSchema, untold } from './lists.ts';

/** Fields of an organization whose boundaries are asked for one by one. For more of them the organization's list is read, which has a hundred on a page. */
const maxAlone = 8;
/** Vertices of an organization's list that are kept, some 20 MB. Fields of an organization with more are asked for one by one. */
const maxVertices = 400_000;

const boundarySchema = z.looseObject({
  id: providerIdSchema,
  links: linksSchema,
  active: z.boolean().default(false),
  archived: z.boolean().default(false),
  multipolygons: multipolygonsSchema,
});
type Boundary = z.output<typeof boundarySchema>;

/** The boundaries of fields as they are listed, for one round. */
export interface DeereBoundaries {
  /** The boundaries of a field; none if it was deleted. */
  of(field: FieldAtProvider): AsyncGenerator<ProvidedBoundary>;
  /** The ids of fields with boundaries that have changed since the list was last read, or since `of` gave them in this round. */
  changed(organizationId: string, tokens: ChangeTokens): AsyncGenerator<string>;
}

export function deereBoundaries(account: OpenAccount): DeereBoundaries {
  const askedAlone = new Map<string, number>();
  const lists = new Map<string, Promise<Map<string, Boundary[]> | undefined>>();
  /** Digests of the boundaries that each field was given, by organization. */
  const given = new Map<string, Map<string, Set<string>>>();

  const listOf = async (organizationId: string): Promise<Map<string, Boundary[]> | undefined> => {
    const alone = askedAlone.get(organizationId) ?? 0;
    if (alone < maxAlone) {
      askedAlone.set(organizationId, alone + 1);
      return undefined;
    }
    const list = lists.get(organizationId) ?? readList(account, organizationId);
    lists.set(organizationId, list);
    // What failed is asked for again by the next field.
    return list.catch((problem) => {
      lists.delete(organizationId);
      throw problem;
    });
  };

  return {
    async *of({ id, organizationId }) {
      if (organizationId === undefined) return;
      const ofFields = given.get(organizationId) ?? new Map<string, Set<string>>();
      given.set(organizationId, ofFields);
      // A second attempt at a field gets what is there by then.
      const list = ofFields.has(id) ? undefined : await listOf(organizationId);
      const boundaries = list ? (list.get(id) ?? []) : await askField(account, organizationId, id);
      list?.delete(id);
      ofFields.set(id, new Set(boundaries.map(digestOf)));
      for (const { id, active, archived, multipolygons } of boundaries) {
        if (!archived) yield { id, active, geometry: shapeOf(multipolygons) };
      }
    },

    async *changed(organizationId, tokens) {
      const ofFields = given.get(organizationId) ?? new Map<string, Set<string>>();
      const known = new Map([...ofFields].map(([id, digests]) => [id, new Set(digests)]));
      const items = deereList(account, pathOf(organizationId), boundarySchema, tokens);
      let next = await items.next();
      for (; !next.done; next = await items.next()) {
        const fieldId = fieldOf(next.value);
        if (fieldId !== undefined && !known.get(fieldId)?.delete(digestOf(next.value))) yield fieldId;
      }
      if (!next.value) return;
      // A boundary that was given and is not in the whole list is gone.
      for (const [fieldId, gone] of known) if (gone.size > 0) yield fieldId;
    },
  };
}

/**
 * The boundaries of an organization by field.
 *
 * @returns undefined if the list is not to be read, does not say whose a boundary is or what its shape is, or is too large to be kept.
 */
async function readList(account: OpenAccount, organizationId: string): Promise<Map<string, Boundary[]> | undefined> {
  const byField = new Map<string, Boundary[]>();
  let vertices = 0;
  try {
    for await (const one of deereList(account, pathOf(organizationId), boundarySchema, untold)) {
      const fieldId = fieldOf(one);
      vertices += verticesOf(one);
      if (fieldId === undefined || one.multipolygons.length === 0 || vertices > maxVertices) return undefined;
      byField.set(fieldId, [...(byField.get(fieldId) ?? []), one]);
    }
    return byField;
  } catch (problem) {
    if (isMissing(problem)) return undefined;
    throw problem;
  }
}

async function askField(account: OpenAccount, organizationId: string, fieldId: string): Promise<Boundary[]> {
  const path = `/organizations/${encodeURIComponent(organizationId)}/fields/${encodeURIComponent(fieldId)}/boundaries`;
  const boundaries: Boundary[] = [];
  try {
    for await (const one of deereList(account, path, boundarySchema, untold)) boundaries.push(one);
    return boundaries;
  } catch (problem) {
    // It was deleted after it was listed; the next round learns that.
    if (isMissing(problem)) return [];
    throw problem;
  }
}

const pathOf = (organizationId: string) => `/organizations/${encodeURIComponent(organizationId)}/boundaries`;
const fieldOf = ({ links }: Boundary) => lastSegment(linkOf(links, 'field'));
const isMissing = (problem: unknown) => problem instanceof ProviderProblem && problem.kind === 'missing';

function verticesOf({ multipolygons }: Boundary): number {
  return multipolygons.flatMap(({ rings }) => rings).reduce((sum, { points }) => sum + points.length, 0);
}

function digestOf({ id, active, archived, multipolygons }: Boundary): string {
  return createHash('sha256').update(JSON.stringify({ id, active, archived, multipolygons })).digest('base64');
}
