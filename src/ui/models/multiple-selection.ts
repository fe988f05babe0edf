/** A select list in which the user can select several entries. */

export interface MultipleSelection {
  /** Called by enter: accepts all selected entries. Returns a promise if that takes time. */
  accept(): unknown;
  /** The reason why enter can't accept the typed text; the list then stays open. */
  refusal?(typed: string): string | undefined;
  /** Called by esc: keeps the earlier entries. */
  leave(): void;
  /** The label of space and tab, if they don't select. */
  readonly switches?: string;
  /**
   * For a list that accepts new entries: selects the complete entries of the typed text, and returns the remaining
   * text.
   */
  takeTyped?(typed: string): string;
}

/** The entries of a typed text: a comma ends each entry, and the last entry may be incomplete. */
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
