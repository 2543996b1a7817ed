import * as z from 'zod';
import { header, type SandboxAnswer } from '../server/exchange.ts';
import { type Call, refuse } from './call.ts';
import { changeOf } from './world.ts';

const tokenSchema = z.object({ typ: z.literal('next'), list: z.string(), after: z.int(), at: z.number() });

/** How long a token of a list is good: the provider's texts only say that it may be too old. */
const tokenMilliseconds = 30 * 86_400_000;

/**
 * A list in the order of changes. The token of a page, which the last one has too, leads to what changed after it: 206 while there is more, 200 for the last
 * page (or 206, as the control chooses), 304 for nothing, 409 for a token that is too old.
 */
export function list<Item extends { id: string }>(
  call: Call,
  items: readonly Item[],
  show: (item: Item) => object,
): SandboxAnswer {
  const { path, query, world, tokens, now } = call;
  const name = `${path}?${query}`;
  const limit = limitOf(call);
  const given = header(call, 'x-next-token');
  const after = given === undefined ? -1 : positionOf(call, given, name);
  const ordered = items
    .map((item) => ({ item, change: changeOf(world, item.id) }))
    .filter(({ change }) => change > after)
    .sort((a, b) => a.change - b.change);
  const page = ordered.slice(0, limit);
  const token = tokens.sign({ typ: 'next', list: name, after: page.at(-1)?.change ?? after, at: now } satisfies z.infer<
    typeof tokenSchema
  >);
  const headers = { 'x-next-token': token };
  if (page.length === 0) return { status: 304, headers };
  const isLast = page.length === ordered.length;
  return {
    status: isLast ? world.lastPageStatus : 206,
    headers,
    body: { results: page.map(({ item }) => show(item)) },
  };
}

/** @throws Refusal with 400. */
function limitOf(call: Call): number {
  const given = header(call, 'x-limit') ?? '100';
  const limit = /^\d{1,3}$/.test(given) ? Number(given) : 0;
  return limit >= 1 && limit <= 100 ? limit : refuse(400, 'bad_input', 'X-Limit must be between 1 and 100.');
}

/** @throws Refusal with 400 for a token of another list, 409 for one that is too old. */
function positionOf({ tokens, now }: Call, token: string, name: string): number {
  const { data } = tokenSchema.safeParse(tokens.read(token));
  if (!data || data.list !== name) return refuse(400, 'bad_input', 'X-Next-Token is invalid.');
  if (data.at + tokenMilliseconds <= now)
    return refuse(409, 'conflict', 'X-Next-Token has expired: start again without it.');
  return data.after;
}
