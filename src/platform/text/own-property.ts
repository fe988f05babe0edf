/** What a record has under a name that somebody typed: `constructor` and its like, which every object has, are no entries. */
export const ownProperty = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;
