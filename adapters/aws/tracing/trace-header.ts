/** Where a span is in its trace, by the ids of W3C Trace Context: 32 and 16 hexadecimal digits. */
export interface TracePlace {
  traceId: string;
  spanId: string;
}

/**
 * The place that a header of AWS names: `Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;…`. Lambda gives each invocation one in `_X_AMZN_TRACE_ID`, the
 * SDK sends it with each call, and SQS keeps it with a message (`AWSTraceHeader`), whether X-Ray is on or not. So a worker knows the request that it works for, without a word in the
 * message.
 */
export function placeIn(header: string | undefined): TracePlace | undefined {
  const root = /(?:^|;)Root=1-([0-9a-f]{8})-([0-9a-f]{24})(?:;|$)/.exec(header ?? '');
  const parent = /(?:^|;)Parent=([0-9a-f]{16})(?:;|$)/.exec(header ?? '');
  return root && parent ? { traceId: `${root[1]}${root[2]}`, spanId: parent[1] ?? '' } : undefined;
}
