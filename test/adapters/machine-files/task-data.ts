import { zipOf } from './harvest-text.ts';

export interface LoggedValue {
  /** Number of the data dictionary, in hexadecimal. */
  ddi: string;
  value: (record: number) => number;
}

const day = 86_400_000;
const start = Date.UTC(2024, 7, 1, 10);

/** ISO 11783 task data with one time log: a machine that drives north, a record each second and two metres. */
export function taskDataZip(values: LoggedValue[], { records = 50, cutBytes = 0, crop = 'Wheat' } = {}): Uint8Array {
  const logged = values.map(({ ddi }) => `<DLV A="${ddi}" B="" C="DET-1"/>`).join('');
  const log = Buffer.concat(Array.from({ length: records }, (_, record) => recordOf(record, values)));
  return zipOf({
    'TASKDATA/TASKDATA.XML': `<?xml version="1.0" encoding="UTF-8"?>
      <ISO11783_TaskData VersionMajor="3" VersionMinor="3" DataTransferOrigin="1">
        <CTP A="CTP1" B="${crop}"/>
        <PFD A="PFD1" C="North" D="0" G="CTP1"/>
        <DVC A="DVC1" B="Sower" E="4711"><DET A="DET-1" B="1" C="1" D="Sower" E="0" F="0"/></DVC>
        <TSK A="TSK1" B="Work" E="PFD1" G="4"><TLG A="TLG00001"/></TSK>
      </ISO11783_TaskData>`,
    'TASKDATA/TLG00001.XML': `<TIM A="" D="4"><PTN A="" B="" D=""/>${logged}</TIM>`,
    'TASKDATA/TLG00001.BIN': log.subarray(0, log.length - cutBytes),
  });
}

function recordOf(record: number, values: LoggedValue[]): Buffer {
  const head = Buffer.alloc(16);
  const time = start + record * 1000;
  head.writeUInt32LE(time % day, 0);
  head.writeUInt16LE((time - (time % day) - Date.UTC(1980, 0, 1)) / day, 4);
  head.writeInt32LE(Math.round((50 + (record * 2) / 111_230) * 1e7), 6);
  head.writeInt32LE(Math.round(10 * 1e7), 10);
  head.writeUInt8(1, 14);
  head.writeUInt8(values.length, 15);
  const logged = values.map(({ value }, index) => {
    const entry = Buffer.alloc(5);
    entry.writeUInt8(index, 0);
    entry.writeInt32LE(value(record), 1);
    return entry;
  });
  return Buffer.concat([head, ...logged]);
}
