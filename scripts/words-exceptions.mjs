// @ts-check
/**
 * Texts that are right as they are: the file, a part of the message, and the reason.
 * @type {readonly (readonly [file: string, part: string, reason: string])[]}
 */
export const EXCEPTIONS = [
  ['test/words.test.ts', '', 'samples of what is refused'],
  ['src/emulator/engine/storage/database.ts', '"BEGIN"', 'SQL'],
  ['src/emulator/engine/storage/store.ts', '"BEGIN"', 'SQL'],
  ['src/store/history/history-database.ts', '"BEGIN"', 'SQL'],
  ['src/emulator/families/account/billing/usage-bills.ts', '"gone"', 'the name of a table in SQL'],
  ['src/contract/openapi/example-values.ts', '"BEGIN"', 'the first line of a PEM file'],
  ['src/emulator/families/databases/ca-certificate.ts', '"BEGIN"', 'the first line of a PEM file'],
  ['src/ui/screens/detail/tabs/text-tab.ts', '"BEGIN"', 'the first line of a PEM file'],
  ['src/emulator/families/profile/security-questions.ts', '"What was"', 'a question that the user answers'],
  ['src/families/shape/field-facts.ts', '"cancelled"', 'a value of the API'],
];
