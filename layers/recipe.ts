/** How one native layer is made. */
export interface Recipe {
  name: string;
  /** Native binaries in the finished layer, to be checked against what Lambda offers. */
  binaries(root: string): readonly string[];
  /** Fills `target`, which is empty. Throws with what to do when it cannot. */
  build(options: BuildOptions): Promise<void>;
  /** Uses the finished layer as a function would. Throws when it does not work. */
  tryOut?(folder: string, options: Pick<BuildOptions, 'root' | 'say'>): Promise<void>;
}

export interface BuildOptions {
  /** The project's folder. */
  root: string;
  /** The layer's folder: Lambda unpacks it to /opt. */
  target: string;
  say(line: string): void;
}
