/** Additions of the settings to the console: own commands, views and filters, and the ssh command. */

/** A program with the keys and words of an action. */
export interface CustomCommand {
  readonly name: string;
  readonly title: string;
  readonly key?: string | undefined;
  /** IDs of families whose rows have the command. */
  readonly on: readonly string[];
  /** An argv with `{field}` placeholders, run without a shell. */
  readonly run: readonly string[];
  /** Shows the line and asks before it runs. */
  readonly confirm: boolean;
  /** True to wait for enter after the command ended, so that its output can be read. */
  readonly pause: boolean;
}

/** A list saved under a name, to open it again. */
export interface SavedView {
  /** ID of the family. */
  readonly family: string;
  readonly filter?: string | undefined;
  readonly sort?: {readonly column: string; readonly descending: boolean} | undefined;
  readonly columns?: readonly string[] | undefined;
}

export const addressKinds = ['public', 'private', 'ipv6', 'ask'] as const;
export type AddressKind = (typeof addressKinds)[number];

export interface SshSettings {
  readonly command?: readonly string[] | undefined;
  readonly user?: string | undefined;
  /** Host to go through, as `-J` takes it. */
  readonly jump?: string | undefined;
  readonly address?: AddressKind | undefined;
  /** USER@HOST of the provider's serial console; `{region}` stands for the region of the instance. */
  readonly serial?: string | undefined;
  /** In tmux or zellij, ssh starts in a new pane. */
  readonly pane?: boolean | undefined;
}
