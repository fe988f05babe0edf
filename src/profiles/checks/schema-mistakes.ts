/** Sentences for the mistakes that the schema finds in the settings file: each one names the allowed values. */
import type {z} from 'zod';
import {nearestNames} from '../../platform/text/nearest-names.ts';
import {SettingsFile, type SettingsPath} from '../settings-schema.ts';

type Issue = z.core.$ZodIssue;

/** A mistake with its place: a key if the key is unknown, otherwise a value. */
export interface SchemaMistake {
  readonly issue: Issue;
  /** The map that has the unknown key, or the wrong value. */
  readonly path: SettingsPath;
  readonly unknownKey?: string;
  readonly message: string;
}

const typeTexts: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  record: 'a map of names and values',
};

/** The text for an issue without a text in the schema; undefined leaves it to the library. */
export const issueText: z.core.$ZodErrorMap = issue => {
  const {code, input} = issue;
  if (code === 'invalid_type') {
    if (input === undefined) return 'is required';
    if (issue.expected === 'object') return objectText(issue.inst);
    const isUnquoted = issue.expected === 'string' && (typeof input === 'number' || typeof input === 'boolean');
    return `must be ${typeTexts[issue.expected] ?? issue.expected}${isUnquoted ? '. Put the value in quotes' : ''}`;
  }
  if (code === 'invalid_value') {
    const values = issue.values.map(String);
    const suggestions = typeof input === 'string' ? nearestNames(input, values) : [];
    const list = values.length === 1 ? values.join('') : `one of ${values.join(', ')}`;
    return `must be ${list}${suggestions.length > 0 ? `. Did you mean ${suggestions.join(' or ')}?` : ''}`;
  }
  if (code === 'too_small') {
    if (issue.origin === 'array') return `must have at least ${issue.minimum} entr${issue.minimum === 1 ? 'y' : 'ies'}`;
    return issue.origin === 'string' ? 'must not be empty' : `must be ${issue.minimum} or more`;
  }
  if (code === 'too_big') return `must be ${issue.maximum} or less`;
  return code === 'invalid_key' ? issue.issues[0]?.message : undefined;
};

function objectText(schema: unknown): string {
  if (schema === SettingsFile) return 'the file must be a map of settings, such as theme: dark';
  return `must be a map with ${namesAt(schema as z.core.$ZodType, []).join(', ')}`;
}

/** The mistakes of a refused file, one for each unknown key. */
export const schemaMistakes = (error: z.ZodError, schema: z.core.$ZodType = SettingsFile): readonly SchemaMistake[] =>
  error.issues.flatMap(issue => separateIssues(issue, [])).map(issue => toMistake(issue, schema));

function toMistake(issue: Issue, schema: z.core.$ZodType): SchemaMistake {
  const {path, code, message} = issue;
  const place = path.join('.');
  if (code !== 'unrecognized_keys') return {issue, path, message: place === '' ? message : `${place} ${message}`};
  const [unknownKey = ''] = issue.keys;
  const names = namesAt(schema, path);
  const suggestions = nearestNames(unknownKey, names);
  const help =
    suggestions.length > 0
      ? `Did you mean ${suggestions.join(' or ')}?`
      : `Settings: ${[...new Set(names)].join(', ')}`;
  return {
    ...{issue, path, unknownKey},
    message: `${place === '' ? '' : `${place}: `}unknown setting ${unknownKey}. ${help}`,
  };
}

/** An issue for each unknown key. An issue of a value with several forms becomes those of the form that was meant. */
function separateIssues(issue: Issue, parent: SettingsPath): readonly Issue[] {
  const path = [...parent, ...issue.path];
  if (issue.code === 'unrecognized_keys') return issue.keys.map(key => ({...issue, keys: [key], path}));
  const meant = issue.code === 'invalid_union' ? meantForm(issue.errors) : undefined;
  return meant ? meant.flatMap(part => separateIssues(part, path)) : [{...issue, path}];
}

type Forms = readonly (readonly Issue[])[];

/** The issues of the only form with the type of the value, or with its keys; undefined if several forms are possible. */
function meantForm(forms: Forms): readonly Issue[] | undefined {
  const without = (some: Forms, ...codes: readonly string[]) =>
    some.filter(issues => !issues.some(({code, path}) => path.length === 0 && codes.includes(code)));
  const typed = without(forms, 'invalid_type', 'invalid_value', 'invalid_union');
  const named = without(typed, 'unrecognized_keys');
  return typed.length === 1 ? typed[0] : named.length === 1 ? named[0] : undefined;
}

/** The names that a map of the schema may have. */
function namesAt(schema: z.core.$ZodType, path: SettingsPath): readonly string[] {
  const {def} = (schema as z.core.$ZodTypes)._zod;
  const [part, ...rest] = path;
  switch (def.type) {
    case 'optional':
    case 'default':
      return namesAt(def.innerType, path);
    case 'pipe':
      return namesAt(def.in, path);
    case 'union':
      return def.options.flatMap(option => namesAt(option, path));
    case 'array':
      return part === undefined ? [] : namesAt(def.element, rest);
    case 'record':
      return part === undefined ? [] : namesAt(def.valueType, rest);
    case 'object': {
      if (part === undefined) return Object.keys(def.shape);
      const field = def.shape[String(part)];
      return field ? namesAt(field, rest) : [];
    }
    default:
      return [];
  }
}
