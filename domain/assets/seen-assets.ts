import type { DerivedId } from '../clock.ts';
import type { Machinery } from '../machine-files/summary.ts';
import { type Asset, type AssetKind, type DescribedAsset, defined, descriptionOf, type SeenAsset } from './asset.ts';
import { stated } from './placeholder.ts';

/** What a file says of one asset, before it is known which of the user's assets that is. */
export type NamedAsset = DescribedAsset & { kind: AssetKind };

/**
 * The machines, implements and operators that a file names, without placeholders. Those with neither name nor number
 * cannot be told apart and are left out; one with a number alone has it as its name.
 */
export function namedAssets(machinery: readonly Machinery[], operators: readonly string[]): NamedAsset[] {
  const machines = machinery.flatMap(({ type, brand, modelYear, ...written }): NamedAsset[] => {
    const serialNumber = stated(written.serialNumber);
    const vin = stated(written.vin);
    const name = stated(written.name) ?? serialNumber ?? vin;
    if (name === undefined) return [];
    const known = { serialNumber, vin, make: stated(brand), model: stated(written.model), modelYear };
    return [{ kind: type, name, ...defined({ ...known, category: stated(written.category) }) }];
  });
  const people = operators.flatMap((written): NamedAsset[] => {
    const name = stated(written);
    return name === undefined ? [] : [{ kind: 'operator', name }];
  });
  return [...machines, ...people];
}

/**
 * Finds the assets of a user that files name among those that files named before, or makes new ones of them.
 *
 * @param pooled the user's assets of the origin FILE_POOLED, of all kinds that are named.
 * @returns each asset once, with what is known of it by now: what was known stays, what was missing is filled in.
 */
export function seenAssets(
  svcUserId: string,
  named: readonly NamedAsset[],
  pooled: readonly Asset[],
  derivedId: DerivedId,
): SeenAsset[] {
  const seen = new Map<string, SeenAsset>();
  const known = knownAssets(pooled);
  for (const one of named) {
    const same = known.like(one);
    const added: SeenAsset = same
      ? { ...one, ...descriptionOf(same), id: same.id }
      : { ...one, id: newIdOf(svcUserId, one, known.hasId, derivedId) };
    seen.set(added.id, added);
    known.add(added);
  }
  return [...seen.values()];
}

/** Assets by what tells them, so that a file with thousands of names does not compare each with each. */
function knownAssets(assets: readonly SeenAsset[]) {
  const byId = new Map<string, SeenAsset>();
  const byKey = new Map<string, Set<string>>();
  const add = (asset: SeenAsset) => {
    byId.set(asset.id, asset);
    for (const key of keysOf(asset)) byKey.set(key, (byKey.get(key) ?? new Set()).add(asset.id));
  };
  for (const asset of assets) add(asset);
  return {
    add,
    hasId: (id: string) => byId.has(id),
    like(one: NamedAsset): SeenAsset | undefined {
      for (const id of keysOf(one).flatMap((key) => [...(byKey.get(key) ?? [])])) {
        const other = byId.get(id);
        if (other && isSame(one, other)) return other;
      }
      return undefined;
    },
  };
}

function keysOf(asset: NamedAsset): string[] {
  const { kind, name, vin, serialNumber } = asset;
  const numbers = [vin !== undefined && ['vin', vin], serialNumber !== undefined && ['serial number', serialNumber]];
  const keys = hasNumber(asset) ? numbers.filter((key) => key !== false) : [['name', name]];
  return keys.map((key) => JSON.stringify([kind, ...key.map(plain)]));
}

/**
 * Whether two names are names of one asset. VINs tell by themselves. Serial numbers do where nothing contradicts them: a tractor
 * and its console may have the same one, and so may machines of two makers. Without any number, name and make tell.
 */
function isSame(a: NamedAsset, b: NamedAsset): boolean {
  if (a.kind !== b.kind) return false;
  if (a.vin !== undefined && b.vin !== undefined) return isEqual(a.vin, b.vin);
  if (a.serialNumber !== undefined && b.serialNumber !== undefined) {
    return isEqual(a.serialNumber, b.serialNumber) && !contradicts(a, b);
  }
  return !hasNumber(a) && !hasNumber(b) && isEqual(a.name, b.name) && isEqual(a.make, b.make);
}

function contradicts(a: NamedAsset, b: NamedAsset): boolean {
  const both = (['make', 'model', 'category'] as const).filter(
    (name) => a[name] !== undefined && b[name] !== undefined,
  );
  return both.some((name) => !isEqual(a[name], b[name]));
}

function hasNumber({ vin, serialNumber }: NamedAsset): boolean {
  return vin !== undefined || serialNumber !== undefined;
}

/** The id of an asset that is new: the same one whoever finds it first, and in every later run. */
function newIdOf(svcUserId: string, asset: NamedAsset, isKnown: (id: string) => boolean, derivedId: DerivedId): string {
  const { kind, name, serialNumber, vin, make, model, category } = asset;
  const idOf = (...key: string[]) => derivedId(svcUserId, kind, ...key.map(plain));
  const number = serialNumber === undefined ? vin && ['vin', vin] : ['serial number', serialNumber];
  // Assets that files named before have ids of these parts, with this word for a make that is not known.
  if (!number) return kind === 'operator' ? idOf('name', name) : idOf('name', make ?? 'unknown', name);
  const id = idOf(...number);
  return isKnown(id) ? idOf(...number, vin ?? '', make ?? '', model ?? '', category ?? '') : id;
}

/**
 * An asset with what a file says of it and was not known before; itself if there is nothing. What is known stays as it is.
 *
 * @example filledIn(asset, { ...asset, model: '6130' }, at).model // '6130', if the asset had no model
 */
export function filledIn(before: Asset, seen: SeenAsset, at: string): Asset {
  const missing = Object.entries(descriptionOf(seen)).filter(([name]) => before[name as keyof Asset] === undefined);
  return missing.length === 0 ? before : { ...before, ...Object.fromEntries(missing), updatedTime: at };
}

function isEqual(a: string | undefined, b: string | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && plain(a) === plain(b));
}

function plain(text: string): string {
  return text.trim().toLowerCase();
}
