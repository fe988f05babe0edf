/** The fields of a form in a dialog. The focused field is always visible. */
import {useLayoutEffect} from 'react';
import type {FieldState} from '../../../store/changes/form/field-state.ts';
import {Dialog, useDialogArea} from '../../components/dialog.tsx';
import {Row, TextRow} from '../../components/display/row.tsx';
import {type Block, countRows, ScrollBlocks, useGrownRows, useScrollTop} from '../../components/scroll-blocks.tsx';
import {useTheme} from '../../hooks/use-console.ts';
import {BUTTON_ID, type ChangeForm, type FormNote, type FormState} from '../../models/change/change-form.ts';
import {inputKind} from '../../models/change/field-inputs.ts';
import {focusStops, hasLevels} from '../../models/change/focus-order.ts';
import type {Skin} from '../../theme/skin.ts';
import {span, wrap} from '../../widgets/spans.ts';
import {entryBlocks} from './entry-table.tsx';
import {layoutEntriesHeading, layoutField, layoutHeading, NAME_CELLS, valueCells} from './field-layout.ts';
import {EntriesHeading, Field, FieldHeading} from './form-field.tsx';
import {type StepFrame, stepRows, useStepColumns} from './step-frame.ts';

/** The ID of the notes above the fields; no field has this ID. */
const NOTES_ID = '\0';

export interface FormStepProps extends StepFrame {
  readonly form: ChangeForm;
  readonly state: FormState;
}

export function FormStep({form, state, ...frame}: FormStepProps) {
  const skin = useTheme();
  const columns = useStepColumns(frame);
  const blocks = formBlocks({form, state, skin, columns});
  const rows = useGrownRows(columns, countRows(blocks) + 1);
  const area = useDialogArea((_, maxRows) => ({columns, rows: stepRows(rows, maxRows)}));
  const top = useScrollTop(blocks, state.focused, area.rows);
  const areaColumns = areaCells(state, columns);
  useLayoutEffect(() => form.setAreaColumns(areaColumns), [form, areaColumns]);
  return (
    <Dialog title={frame.title} area={area} tone={frame.tone}>
      <ScrollBlocks blocks={blocks} top={top} rows={area.rows} />
    </Dialog>
  );
}

interface FormBlockFacts {
  readonly form: ChangeForm;
  readonly state: FormState;
  readonly skin: Skin;
  readonly columns: number;
}

function formBlocks({form, state, skin, columns}: FormBlockFacts): readonly Block[] {
  const notes = state.notes.flatMap(note => noteLines(note, skin, columns));
  const isAlone = focusStops(state.fields).length === 1;
  const button = <FormButton label={form.button} isFocused={state.focused === BUTTON_ID} columns={columns} />;
  return [
    ...(notes.length === 0
      ? []
      : [{id: NOTES_ID, rows: notes.length, element: <FormNotes notes={notes} columns={columns} />}]),
    ...state.fields.flatMap(field => fieldBlocks(field, {state, skin, columns, isAlone})),
    {id: BUTTON_ID, rows: 2, element: button},
  ];
}

interface FieldBlockFacts extends Omit<FormBlockFacts, 'form'> {
  readonly isAlone: boolean;
}

function fieldBlocks(field: FieldState, {state, skin, columns, isAlone}: FieldBlockFacts): readonly Block[] {
  const {focused} = state;
  const failedGlyph = skin.glyph('failed');
  const id = field.path;
  if (inputKind(field) === 'group') {
    const notes = layoutHeading(field, columns, failedGlyph);
    return [{id, rows: 2 + notes.length, element: <FieldHeading field={field} notes={notes} columns={columns} />}];
  }
  if (field.items !== undefined && !hasLevels(field)) {
    const isFocused = focused.startsWith(`${id}.`);
    const notes = layoutEntriesHeading(field, {columns, isFocused, failedGlyph});
    const heading = <EntriesHeading field={field} notes={notes} columns={columns} isFocused={isFocused} />;
    return [
      {id, rows: 1 + notes.length, element: heading},
      ...entryBlocks({field, items: field.items, focused, columns, failedGlyph}),
    ];
  }
  const layout = layoutField(field, {inputs: state, columns, isFocused: id === focused, isAlone, failedGlyph});
  return [{id, rows: layout.rows, element: <Field layout={layout} inputs={state} columns={columns} />}];
}

/** The width of a long text in cells. */
const areaCells = ({fields, focused}: FormState, columns: number): number => {
  const field = fields.find(({path}) => path === focused);
  return field === undefined ? columns : valueCells(field, columns, focusStops(fields).length === 1);
};

/** A note above the fields, with an empty line below it. */
function noteLines({text, tone}: FormNote, skin: Skin, columns: number): readonly FormNote[] {
  const content = tone === 'failed' ? `${skin.glyph('failed')} ${text}` : text;
  return [...wrap(content, columns - 2).map(line => ({text: ` ${line}`, tone})), {text: '', tone}];
}

const FormNotes = ({notes, columns}: {readonly notes: readonly FormNote[]; readonly columns: number}) =>
  notes.map(({text, tone}, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line of text has no identity but its place.
    <Row key={index} spans={[span(text, tone)]} columns={columns} />
  ));

interface FormButtonProps {
  readonly label: string;
  readonly isFocused: boolean;
  readonly columns: number;
}

function FormButton({label, isFocused, columns}: FormButtonProps) {
  const skin = useTheme();
  const text = `[ ${label} ]`;
  return (
    <>
      <TextRow text="" columns={columns} />
      <TextRow text={`${' '.repeat(NAME_CELLS + 2)}${isFocused ? skin.bar(text) : text}`} columns={columns} />
    </>
  );
}
