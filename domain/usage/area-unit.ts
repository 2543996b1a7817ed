/** Units of areas in usage reports. */
export const areaUnits = ['Acre', 'Hectare'] as const;
export type AreaUnit = (typeof areaUnits)[number];

/** The international acre in hectares, exactly. */
export const hectaresPerAcre = 0.40468564224;
