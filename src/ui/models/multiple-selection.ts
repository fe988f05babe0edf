/** A select list from which several entries are taken. */

export interface MultipleSelection {
  /** Enter takes all entries that space or tab has switched on. */
  accept(): void;
  /** Esc leaves the entries as they were. */
  leave(): void;
  /** The action of space and tab, if it isn’t to select. */
  readonly switches?: string;
  /** For a list that takes new entries: selects the complete entries of the typed text, and returns the rest. */
  takeTyped?(typed: string): string;
}

/** The entries of a typed text: a comma ends each, and the last one may be incomplete. */
export function splitEntries(typed: string): {readonly complete: readonly string[]; readonly rest: string} {
  const parts = typed.split(',');
  return {
    complete: parts
      .slice(0, -1)
      .map(part => part.trim())
      .filter(Boolean),
    rest: (parts.at(-1) ?? '').trimStart(),
  };
}
