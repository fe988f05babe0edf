/**
 * Secrets, which are neither shown without a request nor written to a file. A field's facts identify them, or the
 * field's name if the field is unknown.
 */

import type {Field, ObjectField} from '../../contract/schema/field.ts';
import type {AnyRow, RowId} from '../../families/shape/define-family.ts';
import {hasSameItems} from '../../platform/runtime/memoize.ts';

/** Field names of secrets. */
const secretNamePattern =
  /^(?:.*_)?(?:pass|password|passwd|secret|secret_key|private_key|ssl_key|api_key|install_code|upload_to|token|ca_certificate|certificate|card_number|cvv|tfa_code|otp_code|scratch|response)$/i;
const secretFormats = ['password', 'ssl-key', 'ssl-cert'];

export const maskText = '••••••';

export const isSecretName = (name: string): boolean => secretNamePattern.test(name);

/** True if the ID of a row is one of its secrets, such as the token of a service transfer. */
export const isSecretId = (id: unknown, row: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(row).some(([name, value]) => value === id && isSecretName(name));

/** The ID of a row, if it isn't a secret. */
export function visibleId({key}: {key(row: AnyRow): RowId}, row: AnyRow): RowId | undefined {
  const id = key(row);
  return isSecretId(id, row) ? undefined : id;
}

/**
 * Answers to the questions of a StackScript. A script may ask for a secret under any name, so no answer is stored. A
 * preview shows the answers whose questions have plain inputs.
 */
const stackScriptAnswers = 'stackscript_data';

/** True for an answer to a StackScript, but for secrets by name. */
export const isPlainAnswerPath = (path: string): boolean => {
  const names = path.split('.');
  return names.slice(0, -1).includes(stackScriptAnswers) && !names.some(isSecretName);
};

/** True if a path of a body leads to a secret: by the name of a field, or as an answer to a StackScript. */
export const isSecretPath = (path: string, field: Field | undefined): boolean => {
  const names = path.split('.');
  return isSecretField(names.at(-1) ?? '', field) || names.slice(0, -1).includes(stackScriptAnswers);
};

export function isSecretField(name: string, field: Field | undefined): boolean {
  const format = field?.kind === 'text' ? field.facts.format : undefined;
  return (format !== undefined && secretFormats.includes(format)) || isSecretName(name);
}

/** A copy with every secret masked; a value without visible secrets stays the same object. */
export function mask(value: unknown, field?: Field, name = ''): unknown {
  if (name !== '' && value !== null && value !== undefined && isSecretField(name, field)) return maskText;
  if (name === stackScriptAnswers) return mapEntries(value, field, () => maskText);
  return mapEntries(value, field, (entry, inner, key) => mask(entry, inner, key));
}

/** A copy without secrets, for storage in files; the same object if it has none. */
export function withoutSecrets(value: unknown, field?: Field): unknown {
  return mapEntries(value, field, (entry, inner, key) => {
    if (key === stackScriptAnswers) return mapEntries(entry, inner, () => undefined);
    return key !== '' && isSecretField(key, inner) ? undefined : withoutSecrets(entry, inner);
  });
}

function mapEntries(
  value: unknown,
  field: Field | undefined,
  map: (entry: unknown, field: Field | undefined, name: string) => unknown,
): unknown {
  if (Array.isArray(value)) {
    const item = field?.kind === 'list' ? field.item : undefined;
    const entries = value.map(entry => map(entry, item, ''));
    return hasSameItems(entries, value) ? value : entries;
  }
  if (typeof value !== 'object' || value === null) return value;
  const shape = field?.kind === 'object' ? (field as ObjectField).fields : undefined;
  let isUnchanged = true;
  const copy: Record<string, unknown> = {};
  for (const [name, entry] of Object.entries(value)) {
    const mapped = map(entry, shape?.[name], name);
    isUnchanged &&= mapped === entry;
    if (mapped !== undefined) copy[name] = mapped;
  }
  return isUnchanged ? value : copy;
}
