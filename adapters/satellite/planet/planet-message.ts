import * as z from 'zod';

/** Characters of Planet's message that are shown. */
const maxShown = 300;

const said = z.object({ message: z.string() });
/** The body of a refusal by the Orders API or the Data API: `{general: [{message}], field: {Products: [{message}]}}`. */
const refused = z.object({
  message: z.string().optional().catch(undefined),
  general: z.array(said).catch([]),
  field: z.record(z.string(), z.array(said).catch([])).catch({}),
});

/** Planet's message in a refusal, in one line, shortened and without the key; empty if there is none. */
export function messageOf(text: string, apiKey: string): string {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    // A page in HTML, or a line of text.
    document = text.trimStart().startsWith('<') ? {} : { message: text };
  }
  const { success, data } = refused.safeParse(document);
  if (!success) return '';
  const { message, general, field } = data;
  const all = [
    message,
    ...general.map((one) => one.message),
    ...Object.values(field).flatMap((each) => each.map((one) => one.message)),
  ];
  const line = all
    .filter((one) => one !== undefined && one !== '')
    .join('; ')
    .replaceAll(apiKey, '…')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return line.length > maxShown ? `${line.slice(0, maxShown)}…` : line;
}
