/**
 * Forms: one input per field of the body, by the field's type. Bounds, choices, defaults and units come from the
 * contract.
 */
import type {ActionContext} from './contexts.ts';
import type {AnyRow, FamilyId, PathParams, RowOf} from './resource.ts';

/** Values typed so far, by field; inside a group or an entry, the values of its fields. */
export type InputValues = Readonly<Record<string, unknown>>;

/**
 * The context of a callback of a form's input. The path parameters are those of the list that the form belongs to, and
 * the row is undefined in the form of a new resource.
 */
export interface FormContext<Row = unknown> extends ActionContext<Row | undefined, PathParams> {
  /** The sibling values of the input: those of its entry, or of the whole form. Empty for `initial`. */
  readonly values: InputValues;
  /** The values of the whole form. Empty during the computation of an initial or derived value that is one of them. */
  readonly formValues: InputValues;
}
/** The context of a callback about a row that the input offers. */
export interface FormCandidateContext<Candidate, Row = unknown> extends FormContext<Row> {
  readonly candidate: Candidate;
}
/** The context of a callback about an entry of the input. */
export interface EntryContext<Row = unknown> extends Pick<FormContext<Row>, 'row'> {
  readonly entry: InputValues;
}

interface InputFacts<T, Row> {
  readonly title: string;
  readonly help?: string;
  /** A fact that the user needs to fill in the input, shown with or without the focus: the balance. */
  readonly note?: (context: FormContext<Row>) => string | undefined;
  /** The text after the number, if the contract has no unit. */
  readonly unit?: string;
  /** Required although the contract can't express that; always, or only for some sibling values. */
  readonly required?: true | ((values: InputValues) => boolean);
  /** The value while the user has typed none, derived from other values: a name from that of a file. */
  readonly derivedValue?: (context: FormContext<Row>) => T | undefined;
  /** The input whose typed value a new value of this one discards: a term replaces a date, and a date a term. */
  readonly replaces?: string;
  /** The initial value, instead of the row's value; without either, the API's default. */
  readonly initial?: (context: FormContext<Row>) => T | undefined;
  /** False hides the input, and its value is not sent. */
  readonly isVisible?: (context: FormContext<Row>) => boolean;
}

/** An option for a part of a candidate. */
export interface PickerPart {
  readonly value: string | number;
  readonly text: string;
  readonly detail: string;
}

/** Offers the rows of a family; `unless` returns the reason why a candidate can't be chosen, which dims it. */
export interface PickerSource<Row, F extends FamilyId = FamilyId> {
  readonly family: F;
  /** The path parameters of a child family's list; undefined until its parent is chosen. */
  readonly params?: (context: FormContext<Row>) => PathParams | undefined;
  readonly unless?: (context: FormCandidateContext<RowOf<F>, Row>) => string | undefined;
  /** The parts of a candidate that are offered instead of it: the subnets of a VPC. */
  readonly parts?: (candidate: RowOf<F>) => readonly PickerPart[];
  /** The text beside a candidate, if its family's summary is not suitable. */
  readonly detail?: (context: FormCandidateContext<RowOf<F>, Row>) => string;
  /**
   * The detail in columns, to compare candidates: a plan with the current one. On a narrow screen the first columns are
   * hidden first.
   */
  readonly comparedColumns?: (context: FormCandidateContext<RowOf<F>, Row>) => readonly string[];
}
type AnyPicker<Row> = {[F in FamilyId]: PickerSource<Row, F>}[FamilyId];

/** A choice from several families, and the value that is sent for a row of each. */
export type TypedPickerSource<T, Row> = {
  [F in FamilyId]: PickerSource<Row, F> & {
    readonly toValue: (context: FormCandidateContext<RowOf<F>, Row>) => T;
  };
}[FamilyId];

type TextInput<Row> =
  /** `blank`: an empty value has a separate meaning: a record without a name is at the apex. */
  | {
      readonly input: 'text' | 'secret';
      readonly blank?: true;
      /** A code that expires within a minute or works once: shown while it is typed, although it counts as a secret. */
      readonly isReadable?: true;
      /** Converts the value to the API's form: an amount with its cents, or a date with its time. */
      readonly normalize?: (input: string, now: number) => string;
      /** Proposals while the input is empty; any other text can be typed. */
      readonly sources?: readonly TypedPickerSource<string, Row>[];
    }
  /** Scopes of a token, chosen by area. */
  | {readonly input: 'scopes'}
  /** `secret` for keys of many lines: masked like a password. */
  | {readonly input: 'multiline'; readonly secret?: true};
type ChoiceInput<T extends string | number> = {
  readonly input: 'choice';
  readonly labels?: Partial<Record<`${T}`, string>>;
  /** Texts for existing values that are not offered. */
  readonly otherLabels?: Readonly<Record<string, string>>;
  /** The offered values, if they are fewer than the field accepts. */
  readonly values?: readonly T[];
};
/** A field for any number may offer some numbers; a field for a few numbers offers those. */
type NumberChoice<T extends number> = [number] extends [T]
  ? ChoiceInput<T> & {readonly values: readonly T[]}
  : ChoiceInput<T>;

interface FileFacts {
  readonly input: 'file';
  /** The accepted file extensions, with their dots; absent for any. */
  readonly endings?: readonly string[];
  /** The minimum number of bytes: an empty file is accepted without it. */
  readonly minBytes?: number;
  /** The maximum number of bytes. */
  readonly maxBytes?: number;
  /** Required type of the file, recognized by its first bytes. */
  readonly fileType?: 'gzip' | 'png';
  /** The file is optional. */
  readonly optional?: true;
  /** True for a file to save to, which must not exist yet. */
  readonly isSaveTarget?: true;
}
/** A file on the user's machine, by its path; checked before the request is sent. */
export type FileInput<Row> = InputFacts<string, Row> & FileFacts;

/** The input for a body field. */
export type Input<T, Row> = InputFacts<T, Row> & InputOf<T, Row, T>;

/** `All` is the whole union, while `T` is one of its members. */
type InputOf<T, Row, All> = T extends boolean
  ? /** `onlyYes`: the API doesn't accept false, so that no omits the field. */
    {readonly input: 'toggle'; readonly onlyYes?: true}
  : T extends number
    ? {readonly input: 'number'} | NumberChoice<All & number> | ({readonly input: 'pick'} & AnyPicker<Row>)
    : T extends string
      ? TextInput<Row> | ChoiceInput<All & string> | ({readonly input: 'pick'} & AnyPicker<Row>)
      : T extends readonly (infer I)[]
        ? I extends string | number
          ?
              | {readonly input: 'lines'; readonly normalize?: (input: string) => string}
              /** Offers the existing tags, or the names in another list; other values can be typed. */
              | {readonly input: 'tags'; readonly family?: FamilyId}
              | {readonly input: 'tags'; readonly sources: readonly TypedPickerSource<I, Row>[]}
              | ({readonly input: 'pickMany'} & AnyPicker<Row>)
              | {readonly input: 'pickMany'; readonly sources: readonly TypedPickerSource<I, Row>[]}
          : {readonly input: 'json'} | RowsInput<I, Row>
        : T extends Uint8Array
          ? FileFacts
          : T extends object
            ? string extends keyof T
              ? /** Names with texts, as lines like `role=web`. */
                  | {readonly input: 'pairs'}
                  | {readonly input: 'json'}
                  | {readonly input: 'group'; readonly inputs: DependentInputs}
              :
                  | {readonly input: 'group'; readonly inputs: FormOf<T, Row>}
                  | {readonly input: 'pickAny'; readonly sources: readonly TypedPickerSource<T, Row>[]}
                  | {readonly input: 'json'}
            : never;

/** Entries that are added, changed, moved and removed one by one. */
export interface RowsInput<I, Row> {
  readonly input: 'rows';
  readonly inputs: FormOf<I, Row>;
  /** The noun for an entry: "rule". */
  readonly one?: string;
  /** True if entries can be changed, but neither added nor removed. */
  readonly fixed?: true;
  /** The name of an entry, if its fields don't show it. */
  readonly entryName?: (context: EntryContext<Row>) => string | undefined;
}

/** Inputs that depend on an earlier choice: the user-defined fields of a StackScript. */
export type DependentInputs = (context: FormContext) => Readonly<Record<string, AnyInput>>;

/** An input for each field of the body; every required field must have one. */
export type FormOf<B, Row> = {readonly [K in keyof B]: Input<NonNullable<B[K]>, Row>};

type AnyFormContext = FormContext<AnyRow>;
type AnyCandidateContext = FormCandidateContext<AnyRow, AnyRow>;

/** An input of any family, as forms use it. */
export interface AnyInput {
  readonly derivedValue?: (context: AnyFormContext) => unknown;
  readonly replaces?: string;
  readonly title: string;
  readonly help?: string;
  readonly note?: (context: AnyFormContext) => string | undefined;
  readonly unit?: string;
  readonly required?: true | ((values: InputValues) => boolean);
  readonly initial?: (context: AnyFormContext) => unknown;
  readonly isVisible?: (context: AnyFormContext) => boolean;
  readonly input:
    | 'text'
    | 'secret'
    | 'multiline'
    | 'choice'
    | 'toggle'
    | 'number'
    | 'pick'
    | 'pickMany'
    | 'pickAny'
    | 'tags'
    | 'lines'
    | 'pairs'
    | 'rows'
    | 'group'
    | 'json'
    | 'scopes'
    | 'file';
  readonly endings?: readonly string[];
  readonly minBytes?: number;
  readonly maxBytes?: number;
  readonly fileType?: 'gzip' | 'png';
  readonly optional?: true;
  readonly isSaveTarget?: true;
  readonly labels?: Readonly<Record<string, string>>;
  readonly otherLabels?: Readonly<Record<string, string>>;
  readonly values?: readonly (string | number)[];
  readonly normalize?: (input: string, now: number) => string;
  readonly secret?: true;
  readonly blank?: true;
  readonly isReadable?: true;
  readonly onlyYes?: true;
  readonly inputs?: Readonly<Record<string, AnyInput>> | DependentInputs;
  readonly one?: string;
  readonly fixed?: true;
  readonly entryName?: (context: EntryContext<AnyRow>) => string | undefined;
  readonly sources?: readonly AnyPickerSource[];
  readonly family?: FamilyId;
  readonly params?: (context: AnyFormContext) => PathParams | undefined;
  readonly unless?: (context: AnyCandidateContext) => string | undefined;
  readonly parts?: (candidate: AnyRow) => readonly PickerPart[];
  readonly detail?: (context: AnyCandidateContext) => string;
  readonly comparedColumns?: (context: AnyCandidateContext) => readonly string[];
}
export interface AnyPickerSource extends Pick<AnyInput, 'params' | 'unless' | 'parts' | 'detail' | 'comparedColumns'> {
  readonly family: FamilyId;
  readonly toValue: (context: AnyCandidateContext) => unknown;
}
