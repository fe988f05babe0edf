/** A full disk: reported once when it starts, and not for every failed write. */

export const isDiskFull = (error: unknown): boolean => error instanceof Error && /disk is full/.test(error.message);

export class FailureReports {
  readonly #report: (error: unknown) => void;
  #isDiskFull = false;

  constructor(report: (error: unknown) => void) {
    this.#report = report;
  }

  readonly report = (error: unknown): void => {
    const isRepeated = this.#isDiskFull && isDiskFull(error);
    this.#isDiskFull ||= isDiskFull(error);
    if (!isRepeated) this.#report(error);
  };

  /** Called after a successful write: the disk has space again. */
  onStored(): void {
    this.#isDiskFull = false;
  }
}
