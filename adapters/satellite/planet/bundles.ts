import type { PlanetAssetType } from '../../../domain/satellite/planet/asset-types.ts';

/**
 * Planet sells assets of a scene in bundles. The assets of each bundle for `PSScene`, by Planet's specification of bundles
 * (https://api.planet.com/compute/ops/bundles/spec, version 2024-08-12).
 */
const bundles = {
  analytic_8b_sr_udm2: ['ortho_analytic_8b_sr', 'ortho_analytic_8b_xml', 'ortho_udm2'],
  analytic_8b_udm2: ['ortho_analytic_8b', 'ortho_analytic_8b_xml', 'ortho_udm2'],
  visual: ['ortho_visual'],
} as const satisfies Record<string, readonly PlanetAssetType[]>;

/** The fewest bundles that have these asset types. Metadata and masks come with both analytic bundles, and have none of their own. */
export function bundlesOf(assetTypes: readonly PlanetAssetType[]): string[] {
  const wanted = new Set(assetTypes);
  const needed: (keyof typeof bundles)[] = [];
  if (wanted.has('ortho_analytic_8b_sr')) needed.push('analytic_8b_sr_udm2');
  if (wanted.has('ortho_analytic_8b')) needed.push('analytic_8b_udm2');
  if (wanted.has('ortho_visual')) needed.push('visual');
  const has = new Set<string>(needed.flatMap((bundle) => bundles[bundle]));
  return [...wanted].every((one) => has.has(one)) ? needed : ['analytic_8b_udm2', ...needed];
}

/** The asset type of a delivered file, by its name: `…/PSScene/20220125_075509_67_1061_3B_AnalyticMS_SR_8b_clip.tif`. */
export function assetTypeOf(fileName: string): PlanetAssetType | undefined {
  const name = fileName.slice(fileName.lastIndexOf('/') + 1).toLowerCase();
  if (name.endsWith('.xml')) return name.includes('analyticms_8b_metadata') ? 'ortho_analytic_8b_xml' : undefined;
  if (!name.endsWith('.tif')) return undefined;
  if (name.includes('analyticms_sr_8b')) return 'ortho_analytic_8b_sr';
  if (name.includes('analyticms_8b')) return 'ortho_analytic_8b';
  if (name.includes('udm2')) return 'ortho_udm2';
  return name.includes('visual') ? 'ortho_visual' : undefined;
}
