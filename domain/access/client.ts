import * as z from 'zod';

/** An application that requests tokens. Lifetimes are set per client. */
export const clientSchema = z.object({
  id: z.string().regex(/^[\w.-]{1,100}$/),
  accessSeconds: z.int().min(60).max(86_400),
  refreshSeconds: z.int().min(300).max(31_622_400),
});

export type Client = z.infer<typeof clientSchema>;

export const defaultLifetimes = { accessSeconds: 900, refreshSeconds: 2_592_000 } as const;

/** The realm in the token endpoint's path; there is only one. */
export const realm = 'furrow';
