// @ts-check
/**
 * Hits of `words.mjs` that each area still has. A ceiling only goes down; an area that is not named has none.
 * @type {Readonly<Record<string, number>>}
 */
export const CEILINGS = {
  'test titles: src': 3,
  'test titles: src/cli': 17,
  'test titles: src/client': 76,
  'test titles: src/contract': 45,
  'test titles: src/emulator': 130,
  'test titles: src/families': 146,
  'test titles: src/keymap': 7,
  'test titles: src/platform': 49,
  'test titles: src/profiles': 14,
  'test titles: src/store': 231,
  'test titles: src/ui': 144,
  'test titles: test': 156,
  'test titles: test/contract': 7,
  'test titles: test/fuzz': 6,
  'test titles: test/harness': 1,
  'test titles: test/journeys': 190,
  'test titles: test/pty': 19,
  'test titles: test/replay': 4,
};

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
