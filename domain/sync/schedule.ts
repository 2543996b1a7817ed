import type { ProviderKey } from '../providers/providers.ts';

const quarterMilliseconds = 15 * 60_000;
const minuteMilliseconds = 60_000;
/** Quarters of an hour from one round of a link to the next: 23.5 h, so that one that begins late still comes within 24 h. */
const quartersApart = 94;
/** Rounds that begin in one minute, at most, unless the operator says: 140,000 links in a day. Those of an outage are caught up no faster. */
export const usualPerMinute = 100;
/** Overdue links that a sweep looks at: as many as can begin in the rest of a quarter of an hour. */
export const lookedAt = (perMinute: number): number => perMinute * 15;

/**
 * When the next scheduled round of a link begins, in milliseconds since 1970: at the beginning of its own quarter of an hour, which follows from its name, so
 * that the rounds of all links are spread over the day.
 */
export function nextRound({ svcUserId, provider }: { svcUserId: string; provider: ProviderKey }, now: number): number {
  const own = hash(`${svcUserId}#${provider}`) % quartersApart;
  const current = Math.floor(now / quarterMilliseconds);
  const since = (((current - own) % quartersApart) + quartersApart) % quartersApart;
  return (current + quartersApart - since) * quarterMilliseconds;
}

/** How many of the overdue links begin in this minute, so that those of a quarter of an hour are spread over it, and no more than the most of one minute. */
export function shareOfMinute(overdue: number, now: number, perMinute: number): number {
  const minute = Math.floor((now % quarterMilliseconds) / minuteMilliseconds);
  return Math.min(Math.ceil(overdue / (15 - minute)), perMinute);
}

/** FNV-1a of 32 bits, with a last mixing of the bits: names that differ in their last letters are far apart. */
function hash(name: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1) value = Math.imul(value ^ name.charCodeAt(index), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
