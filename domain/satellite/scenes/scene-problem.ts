/** A scene cannot be processed, and another attempt would fail in the same way. The message says why, and may be shown to the owner. */
export class SceneProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SceneProblem';
  }
}
