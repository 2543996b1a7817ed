import { int64At } from '../raw/raw-column.ts';
import { type ByteWriter, writeDigits } from './byte-writer.ts';
import type { ColumnWriter } from './column-writers.ts';

const secondMilliseconds = 1_000;
const minuteMilliseconds = 60 * secondMilliseconds;
const hourMilliseconds = 60 * minuteMilliseconds;
const dayMilliseconds = 24 * hourMilliseconds;
const earliest = Date.UTC(1000, 0);

const hourAt = '"0000-00-00T'.length;
const minuteAt = hourAt + '00:'.length;
const secondAt = minuteAt + '00:'.length;
const millisecondAt = secondAt + '00.'.length;

/**
 * Writes timestamps of microseconds that are whole milliseconds from the year 1000 to 2255, up to which numbers are
 * exact; by far the usual case. The date is formatted once for each day.
 *
 * @param general writer for all others.
 */
export function timestampWriter(words: Int32Array, out: ByteWriter, general: ColumnWriter): ColumnWriter {
  let day = Number.NaN;
  let text = new Uint8Array();
  return (row) => {
    const micros = int64At(words, row);
    const milliseconds = micros / 1000;
    const isUsual = Number.isSafeInteger(micros) && Number.isInteger(milliseconds) && milliseconds > earliest;
    if (!isUsual) return general(row);
    const own = Math.floor(milliseconds / dayMilliseconds);
    if (own !== day) [day, text] = [own, Buffer.from(JSON.stringify(new Date(milliseconds)))];
    let rest = (milliseconds - own * dayMilliseconds) | 0;
    const hour = (rest / hourMilliseconds) | 0;
    rest -= hour * hourMilliseconds;
    const minute = (rest / minuteMilliseconds) | 0;
    rest -= minute * minuteMilliseconds;
    const second = (rest / secondMilliseconds) | 0;
    writeDigits(text, hourAt, 2, hour);
    writeDigits(text, minuteAt, 2, minute);
    writeDigits(text, secondAt, 2, second);
    writeDigits(text, millisecondAt, 3, rest - second * secondMilliseconds);
    out.bytes(text);
  };
}
