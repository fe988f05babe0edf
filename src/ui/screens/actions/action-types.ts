/** An action of the menu, with the reason if it is disabled. */
export interface AvailableAction {
  readonly name: string;
  readonly title: string;
  readonly key: string | undefined;
  readonly on: 'row' | 'list';
  readonly isDestructive: boolean;
  /** True for an action on the account as a whole: with several accounts on screen, that of the rows. */
  readonly isForAccount?: boolean | undefined;
  /** True for a command from the settings, which runs a program and sends no request. */
  readonly isOwn?: true;
  /** The reason why it is disabled now. */
  unless(): string | undefined;
  /** Returns a promise if the action takes time. */
  run(): unknown;
}
