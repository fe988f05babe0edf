/** The name of an entry in a list of a form. */

interface EntryList {
  readonly title: string;
  /** The name of one entry. */
  readonly items: {readonly one: string} | undefined;
}

/** "Inbound rule 3": the title of an entry of a list field, counted from 1. */
export function entryTitle({title, items}: EntryList, index: number): string {
  const one = items?.one ?? '';
  const plural = [`${one}s`, `${one}es`].find(word => one !== '' && title.toLowerCase().endsWith(word));
  if (plural !== undefined) return `${title.slice(0, one.length - plural.length)} ${index + 1}`;
  return one === '' ? `${title} ${index + 1}` : `${title}, ${one} ${index + 1}`;
}
