/** Own entry of a record under a name that a user typed: `constructor` and other inherited names are not entries. */
export const ownProperty = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;
