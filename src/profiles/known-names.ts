/** Names that settings use and other rooms define. */
export interface KnownFamily {
  readonly id: string;
  readonly columns: readonly string[];
  readonly actions: readonly {readonly name: string; readonly key?: string | undefined}[];
}

export interface KnownNames {
  /** The family with this ID or any other of its names. */
  family(name: string): KnownFamily | undefined;
  families(): readonly KnownFamily[];
}
