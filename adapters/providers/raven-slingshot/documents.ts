import * as z from 'zod';
import { providerIdSchema } from '../../../domain/providers/provider-id.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import { maxPages } from '../../../domain/transport/pages.ts';
import { acceptedBy } from '../accepted-by.ts';
import type { OpenAccount } from '../account.ts';
import { anyCase } from '../any-case.ts';
import { jsonOf } from '../transport/expects.ts';

export const name = 'Raven Slingshot';
/** The provider documents no maximum; a page says itself how many it has. */
const pageSize = 100;

/** The provider answers 200 with this in place of a document that is still being made. */
const moreTime = z
  .looseObject({ status: z.literal('MORE_TIME_NEEDED') })
  .transform((): { kind: 'moreTime' } => ({ kind: 'moreTime' }));

/**
 * Asks for a document, whose schema names members in small letters.
 *
 * @throws ProviderProblem; `missing` where there is none, `unreachable` while it is being made.
 */
export async function askSlingshot<S extends z.ZodType>(
  { transport, api }: OpenAccount,
  path: string,
  schema: S,
  waitMilliseconds?: number,
): Promise<z.output<S>> {
  const document = schema.transform((value) => ({ kind: 'document' as const, value }));
  const outcome = await transport.send({
    url: new URL(api + path),
    expects: jsonOf(anyCase(z.union([moreTime, document]))),
    ...(waitMilliseconds !== undefined && { waitMilliseconds }),
  });
  const answered = acceptedBy(name, outcome) as { kind: 'moreTime' } | { kind: 'document'; value: z.output<S> };
  if (answered.kind === 'document') return answered.value;
  const seconds = outcome.kind === 'answered' ? Number(outcome.headers['retry-after']) : Number.NaN;
  throw new ProviderProblem('unreachable', `${name} needs more time to answer. Ask again later.`, {
    ...(seconds > 0 && { retryAfterSeconds: seconds }),
  });
}

const id = z.union([providerIdSchema, z.int().transform(String)]);
const indexSchema = z.looseObject({
  isnextpage: z.boolean(),
  prescriptionmap: z
    .array(z.looseObject({ id, name: z.string().max(1_000).default('') }))
    .max(10_000)
    .default([]),
});

export type ListedMap = z.output<typeof indexSchema>['prescriptionmap'][number];

/** The prescription maps of the account page by page, counted from 0. @throws ProviderProblem */
export async function* mapPages(
  account: OpenAccount,
  { from = 0, patience }: { from?: number; patience?: () => number } = {},
): AsyncGenerator<{ page: number; maps: ListedMap[]; isLast: boolean }> {
  for (let page = from; page < maxPages; page += 1) {
    const path = `/prescriptionmaps?page=${page}&pagesize=${pageSize}`;
    const { isnextpage: goesOn, prescriptionmap: maps } = await askSlingshot(account, path, indexSchema, patience?.());
    yield { page, maps, isLast: !goesOn };
    if (!goesOn) return;
  }
  throw new ProviderProblem(
    'malformed',
    `${name} has a list of more than ${maxPages} pages. It was not read to its end.`,
  );
}
