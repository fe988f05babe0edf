/** The values for the fields of an action in a command line. */

/** Parsed values, by their path in the body. */
export type FieldValueMap = ReadonlyMap<string, unknown>;
