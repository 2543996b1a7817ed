import * as z from 'zod';
import { seededIds } from '../world/seeded.ts';

/** The key that an integrator signs with, the key of a customer, and the account that is behind it. */
export interface SlingshotKeys {
  apiKey: string;
  /** In base 64. */
  sharedSecret: string;
  accessKey: string;
}

const id = z.string().min(1).max(200);
const time = z.iso.datetime();

/** Members of the objects of the world, in which the control adds and changes them. */
export const collections = {
  /** Of integrators, by their API keys. */
  apiKeys: z.strictObject({ id, sharedSecret: z.base64() }),
  /** Of customers, by their access keys. Keys with the same contact are of one account. */
  accessKeys: z.strictObject({
    id,
    number: z.int().positive(),
    friendlyName: z.string(),
    description: z.string().default(''),
    isActive: z.boolean().default(true),
    contact: z.email(),
    expirationDateTime: time.default('2099-12-31T00:00:00Z'),
  }),
  prescriptionMaps: z.strictObject({
    id,
    contact: z.email(),
    name: z.string().min(1),
    fileType: z.enum(['RX', 'AGX']).default('RX'),
    status: z.string().default('QUEUED'),
    createDate: time,
    updateDate: time,
    /** The zip as it was uploaded. */
    content: z.strictObject({ base64: z.base64() }),
  }),
} as const;

export type AccessKey = z.infer<(typeof collections)['accessKeys']>;
export type PrescriptionMap = z.infer<(typeof collections)['prescriptionMaps']>;

export interface SlingshotWorld {
  apiKeys: Map<string, z.infer<(typeof collections)['apiKeys']>>;
  accessKeys: Map<string, AccessKey>;
  prescriptionMaps: Map<string, PrescriptionMap>;
  /** Where the address of a new map is: the provider's texts do not say. */
  createdIn: 'header' | 'body';
  nextNumber(): number;
}

/** The world before anybody changes it: one integrator, one customer, nothing sent. */
export function firstWorld({ apiKey, sharedSecret, accessKey }: SlingshotKeys): SlingshotWorld {
  const customer: AccessKey = {
    ...{ id: accessKey, number: 10, friendlyName: 'Key of the sandbox', description: '', isActive: true },
    ...{ contact: 'grower@example.com', expirationDateTime: '2099-12-31T00:00:00Z' },
  };
  let number = 8_750_000;
  return {
    apiKeys: new Map([[apiKey, { id: apiKey, sharedSecret }]]),
    accessKeys: new Map([[accessKey, customer]]),
    prescriptionMaps: new Map(),
    createdIn: 'header',
    nextNumber() {
      number += 1;
      return number;
    },
  };
}

/** The keys of the first integrator and customer, before the sandbox is called for the first time. */
export function firstKeys(seed: string): SlingshotKeys {
  const { text, uuid } = seededIds(seed);
  return {
    apiKey: text('API key of Slingshot', 40),
    sharedSecret: Buffer.from(text('shared secret of Slingshot', 48)).toString('base64'),
    accessKey: uuid('access key of Slingshot').toUpperCase(),
  };
}
