/** The values that a command line gives to the fields of an action. */

/** Values as given, by their path in the body. */
export type FieldValues = ReadonlyMap<string, unknown>;
