import * as z from 'zod';
import { sampleNames } from '../world/samples.ts';

const id = z.string().min(1).max(100);
const name = z.string().max(200);
const time = z.iso.datetime();
const organizationId = id;
const position = z.tuple([z.number(), z.number()]);
const filling = z.union([
  z.strictObject({ sample: z.enum(sampleNames) }),
  z.strictObject({ length: z.int().nonnegative() }),
  z.strictObject({ base64: z.base64() }),
]);

/** `FileType` of the provider's files.yaml. */
const fileTypes = [
  ...(['SETUP', 'PRESCRIPTION', 'INVALID', 'UNKNOWN', 'DOC', 'JDBACKUP', 'HIC', 'TIMBERLINK', 'EXPORT'] as const),
  ...(['TIMBERMATIC', 'PDF', 'ISO_SETUP', 'BOUNDARY', 'EXCEL'] as const),
] as const;

/** Members of the objects of the world, in which the control adds and changes them. */
export const collections = {
  organizations: z.strictObject({ id, name, type: z.enum(['customer', 'dealer']), isConnected: z.boolean() }),
  clients: z.strictObject({ id, organizationId, name, archived: z.boolean() }),
  farms: z.strictObject({ id, organizationId, clientId: id, name, archived: z.boolean() }),
  fields: z.strictObject({ id, organizationId, clientId: id, farmId: id, name, archived: z.boolean(), modified: time }),
  boundaries: z.strictObject({
    id,
    organizationId,
    fieldId: id,
    name,
    /** Longitudes and latitudes: for each polygon the outer ring, then its holes. Rings may be open, as those of the provider sometimes are. */
    polygons: z.array(z.array(z.array(position).min(3)).min(1)).min(1),
    active: z.boolean(),
    archived: z.boolean(),
    irrigated: z.boolean(),
    sourceType: z.string(),
    signalType: z.string().optional(),
    created: time,
    modified: time,
  }),
  operations: z.strictObject({
    id,
    organizationId,
    fieldId: id,
    type: z.enum(['application', 'harvest', 'seeding', 'tillage']),
    cropSeason: z.string(),
    cropName: z.string().optional(),
    variety: z.string().optional(),
    product: z.record(z.string(), z.unknown()).optional(),
    start: time,
    end: time,
    modified: time,
    machineId: z.int().optional(),
    vin: z.string().optional(),
    operatorId: id.optional(),
    measurements: z.record(z.string(), z.record(z.string(), z.unknown())),
    shapefile: filling.optional(),
    /** How many times the file is answered with 202 before it is ready. */
    polls: z.int().nonnegative(),
  }),
  files: z.strictObject({
    id,
    organizationId,
    name,
    type: z.enum(fileTypes),
    source: z.string(),
    status: z.enum(['UPLOAD_PENDING', 'READY', 'IN_PROGRESS']),
    isFromMachine: z.boolean(),
    archived: z.boolean(),
    created: time,
    modified: time,
    filling: filling.optional(),
  }),
  equipment: z.strictObject({
    id,
    organizationId,
    category: z.enum(['Machine', 'Implement']),
    name,
    serialNumber: z.string(),
    make: name,
    type: name,
    model: name,
    modelYear: z.string().optional(),
    principalId: z.int(),
    isTelematicsCapable: z.boolean(),
    archived: z.boolean(),
  }),
  operators: z.strictObject({ id, organizationId, name, archived: z.boolean(), modified: time }),
} as const;

export type CollectionName = keyof typeof collections;
export type Item<Name extends CollectionName> = z.infer<(typeof collections)[Name]>;

export type Organization = Item<'organizations'>;
export type Client = Item<'clients'>;
export type Farm = Item<'farms'>;
export type Field = Item<'fields'>;
export type Boundary = Item<'boundaries'>;
export type Operation = Item<'operations'>;
export type DeereFile = Item<'files'>;
export type Equipment = Item<'equipment'>;
export type Operator = Item<'operators'>;

export type Collections = { [Name in CollectionName]: Map<string, Item<Name>> };

export interface Subscription {
  id: string;
  eventTypeId: string;
  filters: { key: string; values: string[] }[];
  targetEndpoint: { targetType: string; uri: string };
  status: 'Active' | 'Expired' | 'Terminated';
  displayName?: string | undefined;
  token?: string | undefined;
  clientKey: string;
  /** Milliseconds since 1970. */
  expires: number;
}

export interface Transfer {
  id: string;
  organizationId: string;
  fileId: string;
  machineId: string;
  started: string;
}

export interface Delivery {
  authorizationHeaderValue: string;
  concurrentDeliveries: number;
  maxBatchSize: number;
  status: 'Active' | 'Paused';
}

/** All that the sandbox knows, in memory. */
export interface DeereWorld extends Collections {
  /** Whether the grower has selected no organization for the application. */
  isNothingSelected: boolean;
  subscriptions: Map<string, Subscription>;
  transfers: Map<string, Transfer>;
  delivery: Delivery;
  /** How often each shapefile has been asked for. */
  polls: Map<string, number>;
  nextNumber(): number;
}
