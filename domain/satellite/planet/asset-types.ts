/** The assets of an eight-band PlanetScope scene that can be ordered. Each is one file. */
export const planetAssetTypes = [
  'ortho_analytic_8b_sr',
  'ortho_analytic_8b',
  'ortho_analytic_8b_xml',
  'ortho_visual',
  'ortho_udm2',
] as const;

export type PlanetAssetType = (typeof planetAssetTypes)[number];
