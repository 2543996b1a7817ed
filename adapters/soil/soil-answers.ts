import * as z from 'zod';
import type { SoilRefusal } from '../../domain/soil/soil-reader.ts';
import type { SoilGeometry, SoilReading } from '../../domain/soil/soil-reading.ts';

/*
 * What a process that reads foreign files says is looked at before it is believed: a file may have taken the process over, and what it says
 * becomes records.
 */

const text = z.string();
const number = z.number();

const isPosition = (value: unknown) =>
  Array.isArray(value) &&
  value.length === 2 &&
  value.every(Number.isFinite) &&
  Math.abs(value[0]) <= 180 &&
  Math.abs(value[1]) <= 90;
const isRing = (ring: unknown) => Array.isArray(ring) && ring.every(isPosition);
const isPolygon = (polygon: unknown) => Array.isArray(polygon) && polygon.every(isRing);

/** Checked by hand, since there are many positions. */
const geometry = z.custom<SoilGeometry | null>((value) => {
  if (value === null) return true;
  const { type, coordinates } = (value ?? {}) as { type?: unknown; coordinates?: unknown };
  if (type === 'Point') return isPosition(coordinates);
  if (type === 'Polygon') return isPolygon(coordinates);
  return type === 'MultiPolygon' && Array.isArray(coordinates) && coordinates.every(isPolygon);
});

const span = z.object({ top: number, bottom: number });

const result = z.object({
  code: text,
  category: text.optional(),
  value: number.optional(),
  unit: text.optional(),
  method: text.optional(),
  qualifier: z.enum(['<', '>']).optional(),
  flag: z.enum(['impossible', 'implausible']).optional(),
  original: z.object({ name: text, value: text, unit: text.optional(), method: text.optional() }),
});

const sample = z.object({
  id: text,
  geometry,
  depth: span.extend({ unit: text.optional(), centimetres: span.optional() }).optional(),
  results: z.array(result),
});

const day = z.iso.date();

const lab = z.object({
  name: text.optional(),
  reportNumber: text.optional(),
  receivedDate: day.optional(),
  processedDate: day.optional(),
});

const hash = z.string().regex(/^[0-9a-f]{64}$/);

const reading = z.object({
  formats: z.array(text),
  events: z.array(
    z.object({
      date: day.optional(),
      grower: text.optional(),
      farm: text.optional(),
      field: text.optional(),
      lab: lab.optional(),
      files: z.array(text),
      samples: z.array(sample),
    }),
  ),
  warnings: z.array(
    z.object({
      key: text,
      message: text,
      file: text.optional(),
      cells: z.object({ count: number, sheet: text.optional(), columns: text, rows: text }).optional(),
    }),
  ),
  account: z.object({ cells: number, results: number, metadata: number, warnings: number }),
  hashes: z.object({ contentHash: hash, readingHash: hash }),
});

const refusal = z.object({ key: text, message: text, file: text.optional() });

/** The answer of the process: what a zip says, or why it was refused. */
export type SoilAnswer = SoilReading | { refusal: SoilRefusal };

export const soilAnswerSchema = z.union([z.object({ refusal }), reading]) as unknown as z.ZodType<SoilAnswer>;
