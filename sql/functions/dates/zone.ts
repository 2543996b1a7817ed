import { fail } from '../../fault.ts';
import type { EngineText, Expr } from '../../plan/expressions.ts';
import { type SqlType, typeOf } from '../../types/sql-type.ts';
import { call, literal } from '../build.ts';
import { withinYears } from './within-years.ts';

const offset = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?$/;

/** Minutes east of UTC of an offset, or the name of a zone. */
export type Zone = { minutes: number } | { name: string };

/** Cache of existing zones by spelling; checking one takes longer than all the rest of a query. */
const names = new Map<string, string>();

/** The zone with a name or offset; undefined if it does not exist. */
export function parseZone(text: string): Zone | undefined {
  const match = offset.exec(text);
  if (match) {
    const beyondHour = Number(match[3] ?? 0);
    const minutes = Number(match[2]) * 60 + beyondHour;
    return beyondHour < 60 && minutes <= 14 * 60 ? { minutes: match[1] === '-' ? -minutes : minutes } : undefined;
  }
  if (/^(UTC|Z|GMT)$/i.test(text)) return { minutes: 0 };
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(text)) return undefined;
  const known = names.get(text);
  if (known !== undefined) return { name: known };
  try {
    const name = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
    names.set(text, name);
    return { name };
  } catch {
    return undefined;
  }
}

/** @throws Fault for a zone that is not constant or does not exist. */
export function zoneOf(expr: Expr): Zone {
  if (expr.kind !== 'literal' || typeof expr.value !== 'string') {
    fail('unsupported_feature', expr.at, "A time zone is a constant, such as 'America/Chicago' or '+02:00'.");
  }
  return parseZone(expr.value) ?? fail('invalid_query', expr.at, `Invalid time zone: ${expr.value}.`);
}

const text = (duckdb: string, trino: string): EngineText => ({ duckdb, trino });

/**
 * The local time of an instant, which both engines store as a time without a zone in UTC. It may be in the year 0 or
 * 10000.
 *
 * @example const local = value.type.kind === 'TIMESTAMP' ? toLocal(value, zone) : value;
 */
export function toLocal(instant: Expr, zone: Expr | undefined, type: SqlType = typeOf('DATETIME')): Expr {
  return shifted(
    instant,
    zone,
    type,
    1,
    text(`timezone($2, timezone('UTC', $1))`, `CAST(at_timezone(with_timezone($1, 'UTC'), $2) AS TIMESTAMP(6))`),
  );
}

/**
 * The instant of a local time.
 *
 * @example return { ...fromLocal(start(toLocal(value, zone), found), zone), at };
 */
export function fromLocal(local: Expr, zone: Expr | undefined): Expr {
  const shown = shifted(
    local,
    zone,
    typeOf('TIMESTAMP'),
    -1,
    text(`timezone('UTC', timezone($2, $1))`, `CAST(at_timezone(with_timezone($1, $2), 'UTC') AS TIMESTAMP(6))`),
  );
  return shown.kind === 'call' && shown.args[0] === local ? withinYears(shown) : shown;
}

function shifted(value: Expr, zone: Expr | undefined, type: SqlType, sign: number, named: EngineText): Expr {
  const found: Zone = zone ? zoneOf(zone) : { minutes: 0 };
  if ('name' in found) return call(value.at, type, named, [value, literal(zone?.at ?? value.at, found.name)]);
  if (found.minutes === 0) return { ...value, type };
  const minutes = String(sign * found.minutes);
  return call(value.at, type, text(`$1 + to_minutes(${minutes})`, `$1 + INTERVAL '${minutes}' MINUTE`), [value]);
}
