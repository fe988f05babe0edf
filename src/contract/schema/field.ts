/**
 * The vocabulary that describes the API: fields as plain data.
 *
 * A field carries its facts (bounds, choices, units, the position of the provider's ID prefix) and, in its type, two
 * shapes: values that a response may contain (`Read`, open: providers add enum values) and values that a request may
 * contain (`Write`, closed). Readers, strict body validators, forms, command-line flags, the translation of the ID
 * prefix and the OpenAPI description are all derived from this data; none of them has its own copy of a fact.
 *
 * More than 300 lines: the kinds of fields and the types that are derived from them refer to each other.
 */

/** Units as the documents name them; shown after numbers. */
export type Unit = 'GB' | 'GiB' | 'MB' | 'bytes' | 'percent' | 'Mbit/s' | 'seconds' | 'hours' | (string & {});

/** Place of the provider's ID prefix inside a value; see `brand.ts`. */
export type WirePosition =
  | 'action'
  | 'entity-type'
  | 'entity-id'
  | 'service-type'
  | 'created-by'
  | 'scopes'
  | 'capabilities'
  | 'image-or-kernel'
  | 'interface-generation'
  | 'kube-type'
  | 'policy'
  | 'api-url';

/** The documents name this unit in two ways; screens use one of them. */
export const unitWord = (unit: Unit): string => (unit === 'GiB' ? 'GB' : unit);

/** Facts that any field may carry. */
export interface FieldFacts {
  /** The API computes the field, and ignores it in a request. */
  readonly readOnly?: true;
  /** Sent in requests, but never returned. */
  readonly writeOnly?: true;
  /** Usable in `X-Filter`. */
  readonly filterable?: true;
  readonly deprecated?: true;
  readonly nullable?: true;
  /** Required in a request body. */
  readonly required?: true;
  /** The condition, as text, under which an optional body field is required. */
  readonly requiredWhen?: string;
  /** The value that the API uses when the field is absent. */
  readonly default?: unknown;
  readonly unit?: Unit;
  readonly wire?: WirePosition;
  /** The documents require the field in a body; providers require another field instead. */
  readonly requiredByDocuments?: true;
  /** Providers have the field, the documents don't: responses may omit it, and a strict server refuses it. */
  readonly undocumented?: true;
  /** The API of today has the field; the API of the documents and of older providers doesn't. */
  readonly today?: true;
}

interface TextFacts extends FieldFacts {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  /** A pattern published outside the documents: causes a warning, never a refusal. */
  readonly hint?: RegExp;
  /** A description of the pattern or hint that completes "must …". */
  readonly requirement?: string;
  readonly format?: TextFormat;
  /**
   * Values that providers use although they break the bounds or the format; an empty text stands for an absent value.
   */
  readonly acceptedValues?: readonly string[];
}

export type TextFormat =
  | 'base64'
  | 'date-time'
  | 'digits'
  | 'email'
  | 'ip'
  | 'ip:port'
  | 'ip/netmask'
  | 'ipv4'
  | 'ipv4/mask'
  | 'ipv4/prefix_length'
  | 'ipv4|ipv6/prefix_length'
  | 'ipv6'
  | 'ipv6/128'
  | 'ipv6/mask'
  | 'ipv6/prefix_length'
  | 'MM/YYYY'
  | 'oauth-scopes'
  | 'password'
  | 'phone'
  | 'ports'
  | 'ssh-key'
  | 'ssl-cert'
  | 'ssl-key'
  | 'url'
  | 'uuid';

interface NumberFacts extends FieldFacts {
  readonly min?: number;
  readonly max?: number;
  /** A maximum that no rule states for this field: causes a warning, never a refusal. */
  readonly hintMax?: number;
}

interface ListFacts extends FieldFacts {
  readonly maxItems?: number;
  /**
   * Null empties the list, as an empty list does: tools send null for a list without entries. In other lists null
   * counts as absent.
   */
  readonly emptiedByNull?: true;
}

export interface TextField {
  readonly kind: 'text';
  readonly facts: TextFacts;
}
export interface NumberField {
  readonly kind: 'integer' | 'number';
  readonly facts: NumberFacts;
}
export interface FlagField {
  readonly kind: 'flag';
  readonly facts: FieldFacts;
}
interface ChoiceFacts extends FieldFacts {
  /** The values that the API of today has added. */
  readonly todayValues?: readonly (string | number)[];
}
export interface ChoiceField<V extends string | number = string | number> {
  readonly kind: 'choice';
  readonly values: readonly V[];
  readonly facts: ChoiceFacts;
}
export interface ListField<F extends Field = Field> {
  readonly kind: 'list';
  readonly item: F;
  readonly facts: ListFacts;
}
export interface ObjectField<S extends Shape = Shape> {
  readonly kind: 'object';
  /** The name of a model; absent for an inline object. */
  readonly name?: string;
  /** The field that identifies an item; `id` by default. */
  readonly key?: string;
  readonly fields: S;
  readonly facts: FieldFacts;
}
/** JSON that belongs to the user: its keys and values have no meaning to the API. */
export interface FreeField {
  readonly kind: 'free';
  readonly facts: FieldFacts;
}
export interface EitherField<F extends readonly Field[] = readonly Field[]> {
  readonly kind: 'either';
  readonly options: F;
  readonly facts: FieldFacts;
}
export interface BinaryField {
  readonly kind: 'binary';
  readonly facts: FieldFacts;
}

export type Field =
  | TextField
  | NumberField
  | FlagField
  | ChoiceField
  | ListField
  | ObjectField
  | FreeField
  | EitherField
  | BinaryField;

export type Shape = Readonly<Record<string, Field>>;
export type Model<S extends Shape = Shape> = ObjectField<S>;

type Simplify<T> = {[K in keyof T]: T[K]} & {};
type OrNull<F, T> = F extends {readonly facts: {readonly nullable: true}} ? T | null : T;

type Plain<F> = F extends {readonly kind: 'text'}
  ? string
  : F extends {readonly kind: 'integer' | 'number'}
    ? number
    : F extends {readonly kind: 'flag'}
      ? boolean
      : F extends {readonly kind: 'binary'}
        ? Uint8Array
        : Record<string, unknown>;

/** Type of this field in a response. Choices stay open: a provider may add a value at any time. */
export type Read<F> = OrNull<
  F,
  F extends {readonly kind: 'choice'; readonly values: readonly (infer V)[]}
    ? V extends string
      ? V | (string & {})
      : V
    : F extends {readonly kind: 'list'; readonly item: infer I}
      ? readonly (Field extends I ? unknown : Read<I>)[]
      : F extends {readonly kind: 'object'; readonly fields: infer S}
        ? string extends keyof S
          ? Readonly<Record<string, unknown>>
          : ReadShape<S>
        : F extends {readonly kind: 'either'; readonly options: readonly (infer O)[]}
          ? Read<O>
          : Plain<F>
>;

type UndocumentedKeys<S> = {
  [K in keyof S]: S[K] extends {readonly facts: {readonly undocumented: true}} ? K : never;
}[keyof S];
type ReadShape<S> = [UndocumentedKeys<S>] extends [never]
  ? {readonly [K in keyof S]: Read<S[K]>}
  : Simplify<
      {readonly [K in Exclude<keyof S, UndocumentedKeys<S>>]: Read<S[K]>} & {
        readonly [K in UndocumentedKeys<S>]?: Read<S[K]> | undefined;
      }
    >;

/** Type of this field in a request. */
export type Write<F> = OrNull<
  F,
  F extends {readonly kind: 'choice'; readonly values: readonly (infer V)[]}
    ? V
    : F extends {readonly kind: 'list'; readonly item: infer I}
      ? readonly (Field extends I ? unknown : Write<I>)[]
      : F extends {readonly kind: 'object'; readonly fields: infer S extends Shape}
        ? string extends keyof S
          ? Readonly<Record<string, unknown>>
          : WriteShape<S>
        : F extends {readonly kind: 'either'; readonly options: readonly (infer O)[]}
          ? Write<O>
          : Plain<F>
>;

type RequiredKeys<S extends Shape> = {
  [K in keyof S]: S[K] extends {readonly facts: {readonly required: true}} ? K : never;
}[keyof S];
type WriteShape<S extends Shape> = Simplify<
  {readonly [K in RequiredKeys<S>]: Write<S[K]>} & {readonly [K in Exclude<keyof S, RequiredKeys<S>>]?: Write<S[K]>}
>;

export const text = (facts: TextFacts = {}): TextField => ({kind: 'text', facts});
/** ISO 8601, UTC, in the samples without a zone designator (D1 §2.1). */
export const dateTime = (facts: FieldFacts = {}): TextField => ({kind: 'text', facts: {...facts, format: 'date-time'}});
export const integer = (facts: NumberFacts = {}): NumberField => ({kind: 'integer', facts});
export const number = (facts: NumberFacts = {}): NumberField => ({kind: 'number', facts});
export const flag = (facts: FieldFacts = {}): FlagField => ({kind: 'flag', facts});
export const choice = <const V extends string | number>(
  values: readonly V[],
  facts: FieldFacts = {},
): ChoiceField<V> => ({
  kind: 'choice',
  values,
  facts,
});
export const list = <F extends Field>(item: F, facts: ListFacts = {}): ListField<F> => ({kind: 'list', item, facts});
export const object = <S extends Shape>(fields: S, facts: FieldFacts = {}): ObjectField<S> => ({
  kind: 'object',
  fields,
  facts,
});
export const free = (facts: FieldFacts = {}): FreeField => ({kind: 'free', facts});
export const either = <const F extends readonly Field[]>(...options: F): EitherField<F> => ({
  kind: 'either',
  options,
  facts: {},
});
export const binary = (facts: FieldFacts = {}): BinaryField => ({kind: 'binary', facts});

/** A named object: a response of the API, or the body of a request. */
export const model = <S extends Shape>(name: string, fields: S, key?: keyof S & string): Model<S> => ({
  kind: 'object',
  name,
  ...(key === undefined ? {} : {key}),
  fields,
  facts: {},
});

/** The field without which an item is unusable, if the model has one. */
export const keyOf = (model: Model): string | undefined => model.key ?? ('id' in model.fields ? 'id' : undefined);

type WithFacts<F extends Field, K extends 'nullable' | 'required' | 'undocumented' | 'today'> = F & {
  readonly facts: Readonly<Record<K, true>>;
};

const withFacts = <F extends Field>(field: F, facts: FieldFacts) => ({...field, facts: {...field.facts, ...facts}});

/** May be null in a response and in a request. */
export const nullable = <F extends Field>(field: F): WithFacts<F, 'nullable'> =>
  withFacts(field, {nullable: true}) as WithFacts<F, 'nullable'>;
/** Must be present in a request body. */
export const required = <F extends Field>(field: F): WithFacts<F, 'required'> =>
  withFacts(field, {required: true}) as WithFacts<F, 'required'>;
/** May be missing from a response: the documents don't have it. */
export const undocumented = <F extends Field>(field: F): WithFacts<F, 'undocumented'> =>
  withFacts(field, {undocumented: true}) as WithFacts<F, 'undocumented'>;
/** A field that the API of today has added: responses may omit it, and an older server refuses it. */
export const today = <F extends Field>(field: F): WithFacts<F, 'undocumented' | 'today'> =>
  withFacts(field, {undocumented: true, today: true}) as WithFacts<F, 'undocumented' | 'today'>;
/** A choice with the values that the API of today adds. */
export const todayValues = <V extends string | number, const W extends string | number, F extends FieldFacts>(
  field: {readonly kind: 'choice'; readonly values: readonly V[]; readonly facts: F},
  values: readonly W[],
): {
  readonly kind: 'choice';
  readonly values: readonly (V | W)[];
  readonly facts: F & {readonly todayValues: readonly W[]};
} => ({...field, values: [...field.values, ...values], facts: {...field.facts, todayValues: values}});
/** The same field with further facts; for models that are parts of others. */
export const refine = <F extends Field>(
  field: F,
  facts: Omit<FieldFacts, 'nullable' | 'required' | 'undocumented' | 'today'>,
): F => withFacts(field, facts) as F;
