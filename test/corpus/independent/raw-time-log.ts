/** A time log read by its header alone, without the service's own reader. */
export interface RawLog {
  /** Milliseconds since 1970 in the machine's time. */
  times: number[];
  /** Degrees; both 0 without a position. */
  positions: [longitude: number, latitude: number][];
  /** Logged values by `<DDI> <element>`, each with its record. */
  values: Map<string, [record: number, value: number][]>;
}

const bytesOfPosition: [attribute: string, bytes: number][] = [
  ['A', 4],
  ['B', 4],
  ['C', 4],
  ['D', 1],
  ['E', 2],
  ['F', 2],
  ['G', 1],
  ['H', 4],
  ['I', 2],
];

export function rawLog(header: string, log: Buffer): RawLog {
  const names = [...header.matchAll(/<DLV A="(\w+)" B="" C="([^"]+)"/g)].map(
    ([, ddi = '', element]) => `${Number.parseInt(ddi, 16)} ${element}`,
  );
  const position = /<PTN ([^>]*)\/?>/.exec(header)?.[1] ?? '';
  const logged = bytesOfPosition.filter(([attribute]) => new RegExp(`\\b${attribute}=""`).test(position));
  const raw: RawLog = { times: [], positions: [], values: new Map() };
  for (let at = 0; at < log.length; ) {
    const record = raw.times.length;
    const count = log[at + 6 + logged.reduce((sum, [, bytes]) => sum + bytes, 0)] ?? 0;
    raw.times.push(Date.UTC(1980, 0, 1 + log.readUInt16LE(at + 4)) + log.readUInt32LE(at));
    raw.positions.push([log.readInt32LE(at + 10) / 1e7, log.readInt32LE(at + 6) / 1e7]);
    at += 7 + logged.reduce((sum, [, bytes]) => sum + bytes, 0);
    for (let value = 0; value < count; value++, at += 5) {
      const name = names[log[at] ?? 0] ?? '';
      const known = raw.values.get(name) ?? [];
      known.push([record, log.readInt32LE(at + 1)]);
      raw.values.set(name, known);
    }
  }
  return raw;
}

/** The last logged value at each record; undefined before the first. */
export function carried({ times, values }: RawLog, name: string): (number | undefined)[] {
  const logged = new Map(values.get(name));
  let last: number | undefined;
  return times.map((_, record) => {
    last = logged.get(record) ?? last;
    return last;
  });
}
