import * as z from 'zod';
import type { OperationType } from '../../../domain/machine-files/operation-type.ts';
import type { Machinery } from '../../../domain/machine-files/summary.ts';
import type { Product, Rate } from '../raw-set.ts';

const rate = z.object({ Value: z.number(), Unit: z.string() });

/** The used members of the metadata that John Deere Operations Center puts beside an exported shapefile. */
const deereMetadataSchema = z.object({
  ClientName: z.string().optional(),
  FarmName: z.string().optional(),
  FieldName: z.string().optional(),
  Operation: z.string().default('unknown'),
  CropToken: z.string().optional(),
  DataAttributes: z.array(z.object({ Name: z.string(), Unit: z.string().optional() })).default([]),
  Product: z
    .object({
      ProductName: z.string(),
      TankMix: z.boolean().default(false),
      Rate: rate.optional(),
      Components: z
        .array(z.object({ Name: z.string(), Carrier: z.boolean().default(false), Rate: rate.optional() }))
        .default([]),
    })
    .optional(),
  MachineUsage: z.record(z.string(), z.object({ MachineSerial: z.string().optional() })).default({}),
});

export type DeereMetadata = z.infer<typeof deereMetadataSchema>;

/** @throws Error if it is not such metadata. */
export function readDeereMetadata(json: string): DeereMetadata {
  return deereMetadataSchema.parse(JSON.parse(json.replace(/^\uFEFF/, '')));
}

const operations: Record<string, OperationType> = {
  harvest: 'harvested',
  seeding: 'planted',
  planting: 'planted',
  application: 'applied',
  tillage: 'tillage',
};

export function deereOperation({ Operation }: DeereMetadata): OperationType | undefined {
  return operations[Operation.toLowerCase()];
}

/** Names in dBase are cut after ten or eleven characters. */
export function deereUnits({ DataAttributes }: DeereMetadata): (column: string) => string | undefined {
  return (column) => DataAttributes.find(({ Name }) => Name.slice(0, 10) === column.slice(0, 10))?.Unit;
}

export function deereProduct({ Product: product }: DeereMetadata): Product | undefined {
  if (!product) return undefined;
  return {
    name: product.ProductName,
    tankMix: product.TankMix,
    ...rateOf(product.Rate),
    parts: product.Components.map(({ Name, Carrier, Rate }) => ({ name: Name, carrier: Carrier, ...rateOf(Rate) })),
  };
}

function rateOf(given: z.infer<typeof rate> | undefined): { rate?: Rate } {
  return given ? { rate: { value: given.Value, unit: given.Unit.replace(/^([^\d]+)1([^\d]+)-1$/, '$1/$2') } } : {};
}

export function deereMachinery({ MachineUsage }: DeereMetadata): Machinery[] {
  return Object.values(MachineUsage).flatMap(({ MachineSerial }) =>
    MachineSerial
      ? [{ name: MachineSerial, type: 'machine' as const, serialNumber: MachineSerial, brand: 'John Deere' }]
      : [],
  );
}
