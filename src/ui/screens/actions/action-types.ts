/** An action that can be offered, or the reason why it is disabled. */
export interface AvailableAction {
  readonly name: string;
  readonly title: string;
  readonly key: string | undefined;
  readonly on: 'row' | 'list';
  readonly destroys: boolean;
  /** True for a command of the settings, which runs a program and sends no request. */
  readonly own?: true;
  /** The reason why it is disabled now. */
  unless(): string | undefined;
  /** Returns a promise if it takes time. */
  run(): unknown;
}
