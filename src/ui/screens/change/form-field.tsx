/** A field of a form: its name, its value as its kind displays it, and its problems and hints below. */
import {Box} from 'ink';
import type {FieldState} from '../../../store/changes/form/field-state.ts';
import {Row, TextRow} from '../../components/display/row.tsx';
import {InputField} from '../../components/input-field.tsx';
import {TextAreaField} from '../../components/text-area-field.tsx';
import {useTheme} from '../../hooks/use-console.ts';
import {detailOf, differsWords, levelsText, selectedText} from '../../models/change/chosen-label.ts';
import {areaOf, type InputState, inputKind, isProposed, lineOf} from '../../models/change/field-inputs.ts';
import {hasLevels, hasProposals} from '../../models/change/focus-order.ts';
import {cellWidth, sanitize, truncate} from '../../terminal/index.ts';
import {span} from '../../widgets/spans.ts';
import {areaText} from '../../widgets/text-area.ts';
import {
  type FieldLayout,
  type FieldNote,
  fieldName,
  isUndecided,
  NAME_CELLS,
  NOTE_MARGIN_CELLS,
} from './field-layout.ts';

const MAX_LINE_CELLS = 48;
/** The width of a number, so that its unit is next to it. */
const NUMBER_CELLS = 14;

interface FieldProps {
  readonly layout: FieldLayout;
  readonly inputs: InputState;
  readonly columns: number;
}

export function Field({layout, inputs, columns}: FieldProps) {
  const {field, isFocused, isBelow, margin, room, valueRows, notes} = layout;
  const skin = useTheme();
  const name = fieldName(field);
  const cursor = isFocused ? skin.tone('accent', skin.symbol('cursor')) : ' ';
  return (
    <>
      <Box flexDirection={isBelow ? 'column' : 'row'}>
        <Box width={NAME_CELLS + 2} flexShrink={0}>
          <TextRow text={`${cursor}${isFocused ? skin.heading(name) : name} `} columns={NAME_CELLS + 2} />
        </Box>
        <Box marginLeft={isBelow ? margin : 0} width={room} height={valueRows} flexShrink={0} flexDirection="column">
          <FieldValue layout={layout} inputs={inputs} />
        </Box>
      </Box>
      <FieldNotes notes={notes} margin={margin} columns={columns} />
    </>
  );
}

/** The title above fields that belong together. */
export function FieldHeading({field, notes, columns}: FieldHeadingProps) {
  return (
    <>
      <TextRow text="" columns={columns} />
      <Row spans={[span(` ${field.title}`, 'dim')]} columns={columns} />
      <FieldNotes notes={notes} margin={NOTE_MARGIN_CELLS} columns={columns} />
    </>
  );
}

interface FieldHeadingProps {
  readonly field: FieldState;
  readonly notes: readonly FieldNote[];
  readonly columns: number;
}

/**
 * The name above the entries of a list field.
 * @param isFocused true while an entry has the focus
 */
export function EntriesHeading({field, notes, columns, isFocused}: FieldHeadingProps & {readonly isFocused: boolean}) {
  const skin = useTheme();
  const name = fieldName(field);
  return (
    <>
      <TextRow text={` ${isFocused ? skin.heading(name) : name} `} columns={columns} />
      <FieldNotes notes={notes} margin={NOTE_MARGIN_CELLS} columns={columns} />
    </>
  );
}

interface FieldNotesProps {
  readonly notes: readonly FieldNote[];
  readonly margin: number;
  readonly columns: number;
}

const FieldNotes = ({notes, margin, columns}: FieldNotesProps) =>
  notes.map(({text, tone}, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line of text has no identity but its place.
    <Row key={index} spans={[span(' '.repeat(margin)), span(text, tone)]} columns={columns} />
  ));

function FieldValue({layout, inputs}: Pick<FieldProps, 'layout' | 'inputs'>) {
  switch (inputKind(layout.field)) {
    case 'area':
      return <AreaValue layout={layout} inputs={inputs} />;
    case 'line':
      return <LineValue layout={layout} inputs={inputs} />;
    case 'toggle':
      return <ToggleValue layout={layout} />;
    default:
      return <ChoiceValue layout={layout} />;
  }
}

function AreaValue({layout, inputs}: Pick<FieldProps, 'layout' | 'inputs'>) {
  const {field, isFocused, room, valueRows} = layout;
  const area = areaOf(inputs, field);
  if (!isFocused && areaText(area) === '')
    return <Row spans={[span(isUndecided(field) ? differsWords : '—', 'dim')]} columns={room} />;
  return <TextAreaField area={area} columns={room} rows={valueRows} isFocused={isFocused} isSecret={field.isSecret} />;
}

function LineValue({layout, inputs}: Pick<FieldProps, 'layout' | 'inputs'>) {
  const {field, isFocused, room} = layout;
  const skin = useTheme();
  const {unit} = field;
  const line = lineOf(inputs, field);
  const hasUnit = unit !== undefined;
  const unitCells = hasUnit ? cellWidth(unit) + 1 : 0;
  const width = Math.min(room - unitCells, field.input === 'number' && hasUnit ? NUMBER_CELLS : MAX_LINE_CELLS);
  if (!isFocused && line.text === '' && isUndecided(field))
    return <Row spans={[span(hasUnit ? `${differsWords} ${unit}` : differsWords, 'dim')]} columns={room} />;
  if (!isFocused && line.text === '' && hasProposals(field))
    return <Row spans={[span(`type or choose ${skin.symbol('picker')}`, 'dim')]} columns={room} />;
  return (
    <InputField
      line={line}
      width={width}
      columns={room}
      isFocused={isFocused}
      isSecret={field.isSecret}
      isProposed={isProposed(inputs, field)}
      unit={unit}
    />
  );
}

function ToggleValue({layout: {field, room}}: Pick<FieldProps, 'layout'>) {
  if (isUndecided(field)) return <Row spans={[span('[-] '), span(differsWords, 'dim')]} columns={room} />;
  return <Row spans={[span(field.value === true ? '[x] yes' : '[ ] no')]} columns={room} />;
}

function ChoiceValue({layout: {field, room}}: Pick<FieldProps, 'layout'>) {
  const skin = useTheme();
  const text = sanitize(hasLevels(field) ? levelsText(field) : selectedText(field));
  const placeholder = field.isLoading ? 'loading…' : 'choose';
  const shown = text === '' ? span(placeholder, 'dim') : span(truncate(text, room - 4));
  const detailCells = room - cellWidth(text) - 6;
  const detail = text === '' ? '' : lastFitting(detailOf(field), detailCells);
  return (
    <Row
      spans={[
        shown,
        span(' '),
        span(skin.symbol('picker'), 'dim'),
        ...(detail === '' ? [] : [span('  '), span(truncate(detail, detailCells), 'dim')]),
      ]}
      columns={room}
    />
  );
}

/** The minimum number of cells for a part that is cut off. */
const MIN_CUT_CELLS = 12;

/** As many of the last parts as fit; if not even one fits, it is cut off. */
function lastFitting(parts: readonly string[], columns: number): string {
  const [first, ...more] = parts;
  const text = sanitize(parts.join('  '));
  if (first === undefined || cellWidth(text) <= columns) return text;
  if (more.length > 0) return lastFitting(more, columns);
  return columns < MIN_CUT_CELLS ? '' : text;
}
