import type { DepthPiece } from '../irrigation/depth-map.ts';
import type { HistoryRow } from '../irrigation/passes.ts';

/** A machine that waters, as its provider knows it. */
export interface ProvidedEquipment {
  /** The id at the provider. */
  id: string;
  name?: string | undefined;
  /** Such as `pivot` or `lateral`. */
  type: string;
  brand?: string | undefined;
  /** Degrees; absent if the provider does not say where it is. */
  longitude?: number | undefined;
  latitude?: number | undefined;
  /** Of the machine, and to the end of its water. */
  lengthMetres?: number | undefined;
  wetLengthMetres?: number | undefined;
  endgunLengthMetres?: number | undefined;
  /** Of one turn at full speed. */
  turnSeconds?: number | undefined;
  /** The provider's own words. */
  originalType?: string | undefined;
  originalSubType?: string | undefined;
}

/** How the last reading of an account's irrigation ended. */
export interface IrrigationRound {
  endedTime: string;
  /** False if it failed, or stopped before its end and goes on. */
  isComplete: boolean;
  /** Why it failed. */
  problem?: string | undefined;
}

/** The irrigation of one account. Times are in milliseconds since 1970, ends are exclusive. All methods throw `ProviderProblem`. */
export interface IrrigationProvider {
  equipment(): AsyncIterable<ProvidedEquipment>;
  /** Changes of the state of a machine within a span, in the order of time. */
  history(equipmentId: string, from: number, to: number): Promise<HistoryRow[]>;
  /** The ground that a machine watered within a span, which may overlap; none where its panel does not know how much water it gives. */
  applied(equipmentId: string, from: number, to: number): Promise<DepthPiece[]>;
  /** Has the log of the account say something beside the answers of the provider. */
  note(message: string): void;
  /** Writes the log of the account, at the end of the work. */
  close(): Promise<void>;
}
