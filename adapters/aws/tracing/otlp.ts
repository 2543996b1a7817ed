import type { TracePlace } from './trace-header.ts';

/** What one request or one message took. */
export interface Span {
  name: string;
  kind: 'server' | 'consumer';
  place: TracePlace;
  /** The span that led to it. */
  parentId?: string | undefined;
  /** Milliseconds since 1970. */
  begun: number;
  ended: number;
  /** Those without a value are left out. */
  attributes: Readonly<Record<string, string | number | undefined>>;
  /** Why it failed; absent where it did not. */
  failure?: string;
}

/** `SpanKind` and `StatusCode` of opentelemetry/proto/trace/v1/trace.proto. */
const kinds = { server: 2, consumer: 5 } as const;
const [ok, failed] = [1, 2] as const;

/**
 * The body of `POST …/v1/traces` in OTLP's JSON form (https://opentelemetry.io/docs/specs/otlp/): ids in hexadecimal digits, times in nanoseconds as text.
 *
 * @param resource attributes of the process.
 */
export function otlpBody(resource: Readonly<Record<string, string>>, spans: readonly Span[]): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [{ scope: { name: 'furrow' }, spans: spans.map(written) }],
      },
    ],
  };
}

function written({ name, kind, place, parentId, begun, ended, attributes, failure }: Span): object {
  return {
    ...place,
    ...(parentId && { parentSpanId: parentId }),
    name,
    kind: kinds[kind],
    startTimeUnixNano: nanoseconds(begun),
    endTimeUnixNano: nanoseconds(ended),
    attributes: attributesOf(attributes),
    status: failure === undefined ? { code: ok } : { code: failed, message: failure },
  };
}

/** Times have fractions of a millisecond nowhere, and do not fit into a double as nanoseconds. */
const nanoseconds = (milliseconds: number) => `${Math.round(milliseconds)}000000`;

function attributesOf(attributes: Readonly<Record<string, string | number | undefined>>): object[] {
  return Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined) return [];
    return [
      { key, value: typeof value === 'number' ? { intValue: String(Math.round(value)) } : { stringValue: value } },
    ];
  });
}
