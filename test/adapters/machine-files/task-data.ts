import { zipOf } from './harvest-text.ts';

export interface LoggedValue {
  /** Hexadecimal number in the data dictionary. */
  ddi: string;
  /** The element that logs it; that of the sower by default. */
  element?: string;
  value: (record: number) => number;
}

const day = 86_400_000;
const start = Date.UTC(2024, 7, 1, 10);

const sower = '<DVC A="DVC1" B="Sower" E="4711"><DET A="DET-1" B="1" C="1" D="Sower" E="0" F="0"/></DVC>';

/**
 * ISO 11783 task data with one time log: a machine that drives north, a record each second and two metres.
 *
 * @param options `devices` the descriptions of machines, `task` what else the task says, `gpsHours` how far the satellites' time is behind the
 *   machine's, `damage` changes the log, `encode` makes bytes of the texts.
 */
export function taskDataZip(
  values: LoggedValue[],
  {
    records = 50,
    cutBytes = 0,
    crop = 'Wheat',
    devices = sower,
    task = '',
    gpsHours = undefined as number | undefined,
    damage = (log: Buffer) => log,
    encode = (text: string): Uint8Array => Buffer.from(text),
  } = {},
): Uint8Array {
  const logged = values.map(({ ddi, element = 'DET-1' }) => `<DLV A="${ddi}" B="" C="${element}"/>`).join('');
  const whole = Buffer.concat(Array.from({ length: records }, (_, record) => recordOf(record, values, gpsHours)));
  const log = damage(whole);
  return zipOf({
    'TASKDATA/TASKDATA.XML': encode(`<?xml version="1.0" encoding="UTF-8"?>
      <ISO11783_TaskData VersionMajor="3" VersionMinor="3" DataTransferOrigin="1">
        <CTP A="CTP1" B="${crop}"/>
        <PFD A="PFD1" C="North" D="0" G="CTP1"/>
        ${devices}
        <TSK A="TSK1" B="Work" E="PFD1" G="4">${task}<TLG A="TLG00001"/></TSK>
      </ISO11783_TaskData>`),
    'TASKDATA/TLG00001.XML': encode(
      `<?xml version="1.0" encoding="UTF-8"?><TIM A="" D="4"><PTN A="" B="" D=""${gpsHours === undefined ? '' : ' H=""'}/>${logged}</TIM>`,
    ),
    'TASKDATA/TLG00001.BIN': log.subarray(0, log.length - cutBytes),
  });
}

function recordOf(record: number, values: LoggedValue[], gpsHours: number | undefined): Buffer {
  const head = Buffer.alloc(15);
  const time = start + record * 1000;
  head.writeUInt32LE(time % day, 0);
  head.writeUInt16LE((time - (time % day) - Date.UTC(1980, 0, 1)) / day, 4);
  head.writeInt32LE(Math.round((50 + (record * 2) / 111_230) * 1e7), 6);
  head.writeInt32LE(Math.round(10 * 1e7), 10);
  head.writeUInt8(1, 14);
  const gps = Buffer.alloc(gpsHours === undefined ? 0 : 4);
  if (gpsHours !== undefined) gps.writeUInt32LE((time - gpsHours * 3_600_000) % day, 0);
  const logged = values.map(({ value }, index) => {
    const entry = Buffer.alloc(5);
    entry.writeUInt8(index, 0);
    entry.writeInt32LE(value(record), 1);
    return entry;
  });
  return Buffer.concat([head, gps, Buffer.from([values.length]), ...logged]);
}
