/** A FLOAT64 as both engines read it. */
export const number = (value: number): string => (value < 0 ? `(${value.toExponential()})` : value.toExponential());
