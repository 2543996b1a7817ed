import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { positionOf, start } from './drive.ts';

/** Values that a combine logs, by the numbers of the data dictionary (ISO 11783-11), around the usual ones. */
const logged: [ddi: string, usual: number][] = [
  ['0043', 12_000],
  ['0046', 12_000],
  ['0053', 820_000],
  ['0054', 9_800],
  ['005A', 250_000],
  ['005B', 245_000],
  ['0063', 135_000],
  ['0064', 4_000],
  ['0074', 24_320],
  ['0075', 2_000],
  ['0077', 3_600],
  ['008D', 1],
  ['0094', 32_000],
  ['0095', 900],
  ['00B7', 31],
  ['00BB', 2_100],
];

const day = 86_400_000;
const headBytes = 16;
const recordBytes = headBytes + logged.length * 5;
/** Records of the track in one second, of which the first is logged. */
const sectionsAtOnce = 8;

/** Writes ISO 11783 task data of a harvest with one time log. */
export async function writeTaskData(directory: string, records: number): Promise<void> {
  const folder = join(directory, 'TASKDATA');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'TASKDATA.XML'), taskData);
  const values = logged.map(([ddi]) => `<DLV A="${ddi}" B="" C="DET-1"/>`).join('');
  await writeFile(join(folder, 'TLG00001.XML'), `<TIM A="" D="4"><PTN A="" B="" D=""/>${values}</TIM>`);
  await writeFile(join(folder, 'TLG00001.BIN'), log(records));
}

const taskData = `<?xml version="1.0" encoding="UTF-8"?>
<ISO11783_TaskData VersionMajor="3" VersionMinor="3" DataTransferOrigin="1">
  <CTP A="CTP1" B="Wheat"/>
  <PFD A="PFD1" C="North" D="0" G="CTP1"/>
  <DVC A="DVC1" B="Combine" E="4711"><DET A="DET-1" B="1" C="1" D="Header" E="0" F="0"/></DVC>
  <TSK A="TSK1" B="Harvest" E="PFD1" G="4"><TLG A="TLG00001"/></TSK>
</ISO11783_TaskData>
`;

function log(records: number): Buffer {
  const bytes = Buffer.alloc(records * recordBytes);
  for (let record = 0; record < records; record++) {
    const { x, y } = positionOf(record * sectionsAtOnce);
    const at = record * recordBytes;
    const time = start + record * 1000;
    bytes.writeUInt32LE(time % day, at);
    bytes.writeUInt16LE((time - (time % day) - Date.UTC(1980, 0, 1)) / day, at + 4);
    bytes.writeInt32LE(Math.round(y * 1e7), at + 6);
    bytes.writeInt32LE(Math.round(x * 1e7), at + 10);
    bytes.writeUInt8(1, at + 14);
    bytes.writeUInt8(logged.length, at + 15);
    for (const [index, [, usual]] of logged.entries()) {
      const value = at + headBytes + index * 5;
      bytes.writeUInt8(index, value);
      bytes.writeInt32LE(Math.round(usual * (1 + Math.sin(record / (50 + index)) / 20)), value + 1);
    }
  }
  return bytes;
}
