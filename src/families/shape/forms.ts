/** Forms: one input per body field, by the field's type. Bounds, choices, defaults and units come from the contract. */
import type {ActionContext} from './contexts.ts';
import type {AnyRow, FamilyId, PathParams, RowOf} from './resource.ts';

/** Values typed so far, by field; inside a group or a row of a form, by its own fields. */
export type InputValues = Readonly<Record<string, unknown>>;

/**
 * Input of a callback of a form's input. The path parameters are those of the list that the form belongs to, and the row
 * is undefined in the form of a new one.
 */
export interface FormContext<Row = unknown> extends ActionContext<Row | undefined, PathParams> {
  /** The values beside the input: those of its entry, or of the whole form. Empty for `initial`. */
  readonly values: InputValues;
  /** The values of the whole form. Empty for an initial or a derived value that is one of them. */
  readonly formValues: InputValues;
}
/** Input of a callback about a row that the input offers. */
export interface FormCandidateContext<Candidate, Row = unknown> extends FormContext<Row> {
  readonly candidate: Candidate;
}
/** Input of a callback about an entry of the input. */
export interface EntryContext<Row = unknown> extends Pick<FormContext<Row>, 'row'> {
  readonly entry: InputValues;
}

interface InputFacts<T, Row> {
  readonly title: string;
  readonly help?: string;
  /** A fact that the user needs to answer, shown with or without the focus: the balance. */
  readonly note?: (context: FormContext<Row>) => string | undefined;
  /** Text behind the number, if the contract names no unit. */
  readonly unit?: string;
  /** Must be filled in, if the contract can't express that; or only with these values beside it. */
  readonly required?: true | ((values: InputValues) => boolean);
  /** The value while nothing is typed, derived from other values: a name from that of a file. */
  readonly derivedValue?: (context: FormContext<Row>) => T | undefined;
  /** The value the form opens with, in place of the row's own; without either the API's default. */
  readonly initial?: (context: FormContext<Row>) => T | undefined;
  /** False hides the input, and it is not sent. */
  readonly isVisible?: (context: FormContext<Row>) => boolean;
}

/** An option that stands for a part of a candidate. */
export interface PickerPart {
  readonly value: string | number;
  readonly text: string;
  readonly detail: string;
}

/** Offers the rows of a family; `unless` gives the reason why a candidate cannot be taken, and dims it. */
export interface PickerSource<Row, F extends FamilyId = FamilyId> {
  readonly family: F;
  /** Path parameters of a child family's list; undefined until its parent is chosen. */
  readonly params?: (context: FormContext<Row>) => PathParams | undefined;
  readonly unless?: (context: FormCandidateContext<RowOf<F>, Row>) => string | undefined;
  /** The parts of a candidate that are offered in its place: the subnets of a VPC. */
  readonly parts?: (candidate: RowOf<F>) => readonly PickerPart[];
  /** Text beside a candidate, if its family's own summary does not fit. */
  readonly detail?: (context: FormCandidateContext<RowOf<F>, Row>) => string;
  /**
   * The same in columns, to compare candidates: a plan against the current one. On a narrow screen the first columns go
   * first.
   */
  readonly comparedColumns?: (context: FormCandidateContext<RowOf<F>, Row>) => readonly string[];
}
type AnyPicker<Row> = {[F in FamilyId]: PickerSource<Row, F>}[FamilyId];

/** A choice among several families, and the value that is sent for a row of each. */
export type TypedPickerSource<T, Row> = {
  [F in FamilyId]: PickerSource<Row, F> & {
    readonly toValue: (context: FormCandidateContext<RowOf<F>, Row>) => T;
  };
}[FamilyId];

type TextInput<Row> =
  /** `blank`: an empty value has a meaning of its own: a record without a name is the zone's own. */
  | {
      readonly input: 'text' | 'secret';
      readonly blank?: true;
      /** The value in the API's form: an amount with its cents. */
      readonly normalize?: (input: string) => string;
      /** Proposals for the text while the input is empty; any other text can be typed. */
      readonly sources?: readonly TypedPickerSource<string, Row>[];
    }
  /** Scopes of a token, chosen area by area. */
  | {readonly input: 'scopes'}
  /** `secret` for keys of many lines: masked like a password. */
  | {readonly input: 'multiline'; readonly secret?: true};
type ChoiceInput<T extends string | number> = {
  readonly input: 'choice';
  readonly labels?: Partial<Record<`${T}`, string>>;
  /** Texts for values that may exist, but are not offered. */
  readonly otherLabels?: Readonly<Record<string, string>>;
  /** Offered values, if they are fewer than the field accepts. */
  readonly values?: readonly T[];
};
/** A field for any number may offer some; a field for a few numbers offers those. */
type NumberChoice<T extends number> = [number] extends [T]
  ? ChoiceInput<T> & {readonly values: readonly T[]}
  : ChoiceInput<T>;

interface FileFacts {
  readonly input: 'file';
  /** Endings of the names that are taken, with their dots; any without. */
  readonly endings?: readonly string[];
  /** Bytes at least: an empty file is taken without. */
  readonly minBytes?: number;
  /** Bytes at most. */
  readonly maxBytes?: number;
  /** Required type of the file, recognized by its first bytes. */
  readonly fileType?: 'gzip' | 'png';
  /** The file is optional. */
  readonly optional?: true;
  /** The file is a target to save to: it must not exist yet. */
  readonly isSaveTarget?: true;
}
/** A file of the user's own machine, by its path; checked before anything is sent. */
export type FileInput<Row> = InputFacts<string, Row> & FileFacts;

/** The input for a body field. */
export type Input<T, Row> = InputFacts<T, Row> & InputOf<T, Row, T>;

/** `All` is the whole of a union of which `T` is one after the other. */
type InputOf<T, Row, All> = T extends boolean
  ? /** `onlyYes`: the API takes no false, so that a no leaves the field out. */
    {readonly input: 'toggle'; readonly onlyYes?: true}
  : T extends number
    ? {readonly input: 'number'} | NumberChoice<All & number> | ({readonly input: 'pick'} & AnyPicker<Row>)
    : T extends string
      ? TextInput<Row> | ChoiceInput<All & string> | ({readonly input: 'pick'} & AnyPicker<Row>)
      : T extends readonly (infer I)[]
        ? I extends string | number
          ?
              | {readonly input: 'lines'; readonly normalize?: (input: string) => string}
              /** Offers the tags there are, or the names in another list; others can be typed. */
              | {readonly input: 'tags'; readonly family?: FamilyId}
              | {readonly input: 'tags'; readonly sources: readonly TypedPickerSource<I, Row>[]}
              | ({readonly input: 'pickMany'} & AnyPicker<Row>)
              | {readonly input: 'pickMany'; readonly sources: readonly TypedPickerSource<I, Row>[]}
          : {readonly input: 'json'} | RowsInput<I, Row>
        : T extends Uint8Array
          ? FileFacts
          : T extends object
            ? string extends keyof T
              ? /** Texts by their names, as lines like `role=web`. */
                  | {readonly input: 'pairs'}
                  | {readonly input: 'json'}
                  | {readonly input: 'group'; readonly inputs: DependentInputs}
              :
                  | {readonly input: 'group'; readonly inputs: FormOf<T, Row>}
                  | {readonly input: 'pickAny'; readonly sources: readonly TypedPickerSource<T, Row>[]}
                  | {readonly input: 'json'}
            : never;

/** Entries that are added, changed, moved and taken away one by one. */
export interface RowsInput<I, Row> {
  readonly input: 'rows';
  readonly inputs: FormOf<I, Row>;
  /** Noun for an entry: "rule". */
  readonly one?: string;
  /** Entries can be changed, but neither added nor removed. */
  readonly fixed?: true;
  /** Name of an entry, if its own fields do not show it. */
  readonly entryName?: (context: EntryContext<Row>) => string | undefined;
}

/** Inputs that follow from an earlier choice: the questions of a StackScript. */
export type DependentInputs = (context: FormContext) => Readonly<Record<string, AnyInput>>;

/** An input for each body field; every required field must have one. */
export type FormOf<B, Row> = {readonly [K in keyof B]: Input<NonNullable<B[K]>, Row>};

type AnyFormContext = FormContext<AnyRow>;
type AnyCandidateContext = FormCandidateContext<AnyRow, AnyRow>;

/** An input of any family, as a form is drawn from it. */
export interface AnyInput {
  readonly derivedValue?: (context: AnyFormContext) => unknown;
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
  readonly normalize?: (input: string) => string;
  readonly secret?: true;
  readonly blank?: true;
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
