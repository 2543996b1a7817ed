import * as z from 'zod';

/** A header or a query parameter. */
const pair = z.object({ name: z.string(), value: z.string() });

/** One exchange of a recording, as HAR 1.2 has it (http://www.softwareishard.com/blog/har-12-spec/), with the members that a replay needs. */
export const harEntrySchema = z.object({
  startedDateTime: z.string(),
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: z.array(pair),
    postData: z.object({ mimeType: z.string(), text: z.string() }).optional(),
  }),
  response: z.object({
    status: z.int(),
    headers: z.array(pair),
    content: z.object({ text: z.string().optional(), encoding: z.literal('base64').optional(), mimeType: z.string() }),
  }),
});

export type HarEntry = z.infer<typeof harEntrySchema>;

export const harSchema = z.object({
  log: z.object({
    version: z.string(),
    creator: z.object({ name: z.string(), version: z.string() }),
    entries: z.array(harEntrySchema),
  }),
});

export type Har = z.infer<typeof harSchema>;
