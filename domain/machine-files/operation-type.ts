/** Kinds of field work whose points have a standard form. */
export const operationTypes = ['applied', 'planted', 'harvested', 'tillage'] as const;

export type OperationType = (typeof operationTypes)[number];
