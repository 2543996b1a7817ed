/** A setting that the operator of a deployment chooses for functions; its name is that of the environment variable. */
export interface Setting {
  /** How it is given: `-c weatherForecastUrl=https://…`. */
  context: string;
  /** Holds unless it is given. */
  otherwise: string;
  means: string;
  /** The values that it may have, if not any text. */
  allowed?: readonly string[];
}
