/** Forms: one input per body field, by the field's type. Bounds, choices, defaults and units come from the contract. */
import type {FamilyId, Look, PathParams, RowOf} from './resource.ts';
import type {AnyRow} from './views.ts';

/** What was typed so far, by field; inside a group or a row of a form, by its own fields. */
export type Values = Readonly<Record<string, unknown>>;

interface InputFacts<T, Row> {
  readonly title: string;
  readonly help?: string;
  /** The value the form opens with; by default the row's own, then the API's default. */
  readonly initial?: (row: Row | undefined, look: Look) => T | undefined;
  /** Hidden, and not sent, while this says no. */
  readonly when?: (values: Values, row: Row | undefined, look: Look) => boolean;
}

/** Offers the rows of a family; `unless` gives the reason why a candidate cannot be taken, and dims it. */
export interface PickFrom<Row, F extends FamilyId = FamilyId> {
  readonly from: F;
  /** Where a child family's list is; undefined while what it hangs from is not chosen yet. */
  readonly params?: (values: Values, row: Row | undefined) => PathParams | undefined;
  readonly unless?: (candidate: RowOf<F>, values: Values, row: Row | undefined, look: Look) => string | undefined;
}
type AnyPick<Row> = {[F in FamilyId]: PickFrom<Row, F>}[FamilyId];

type TextInput =
  | {readonly input: 'text' | 'secret'}
  /** `secret` for keys of many lines: masked like a password. */
  | {readonly input: 'multiline'; readonly secret?: true};
type ChoiceInput<T extends string | number> = {
  readonly input: 'choice';
  readonly labels?: Partial<Record<`${T}`, string>>;
  /** What is offered, where that is less than the field takes. */
  readonly values?: readonly T[];
};
/** A field that takes any number can offer some; one that takes a few of them offers those. */
type NumberChoice<T extends number> = [number] extends [T]
  ? ChoiceInput<T> & {readonly values: readonly T[]}
  : ChoiceInput<T>;

/** A file of the user's own machine, by its path. */
export interface FileInput {
  readonly title: string;
  readonly help?: string;
  readonly input: 'file';
  /** Endings of the names that are taken, with their dots; any without. */
  readonly endings?: readonly string[];
}

/** The input for a body field. */
export type Input<T, Row> = InputFacts<T, Row> & InputOf<T, Row, T>;

/** `All` is the whole of a union of which `T` is one after the other. */
type InputOf<T, Row, All> = T extends boolean
  ? {readonly input: 'toggle'}
  : T extends number
    ? {readonly input: 'number'} | NumberChoice<All & number> | ({readonly input: 'pick'} & AnyPick<Row>)
    : T extends string
      ? TextInput | ChoiceInput<All & string> | ({readonly input: 'pick'} & AnyPick<Row>)
      : T extends readonly (infer I)[]
        ? I extends string | number
          ? {readonly input: 'tags' | 'lines'} | ({readonly input: 'pickMany'} & AnyPick<Row>)
          : {readonly input: 'json'} | {readonly input: 'rows'; readonly of: FormOf<I, Row>}
        : T extends Uint8Array
          ? Pick<FileInput, 'input' | 'endings'>
          : T extends object
            ? {readonly input: 'group'; readonly of: FormOf<T, Row>} | {readonly input: 'json' | 'devices'}
            : never;

/** One input per body field; what the body requires, the form must have. */
export type FormOf<B, Row> = {readonly [K in keyof B]: Input<NonNullable<B[K]>, Row>};

/** An input of any family, as a form is drawn from it. */
export type AnyInput = InputFacts<unknown, AnyRow> & {
  readonly input:
    | 'text'
    | 'secret'
    | 'multiline'
    | 'choice'
    | 'toggle'
    | 'number'
    | 'pick'
    | 'pickMany'
    | 'tags'
    | 'lines'
    | 'rows'
    | 'group'
    | 'json'
    | 'file'
    | 'devices';
  readonly endings?: readonly string[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly values?: readonly (string | number)[];
  readonly secret?: true;
  readonly of?: Readonly<Record<string, AnyInput>>;
  readonly from?: FamilyId;
  readonly params?: (values: Values, row: AnyRow | undefined) => PathParams | undefined;
  readonly unless?: (candidate: AnyRow, values: Values, row: AnyRow | undefined, look: Look) => string | undefined;
};
