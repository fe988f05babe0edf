/** The form step: fields with their bounds beside them and their problems below them. */
import {type Layer, layer} from '../../../keymap/layer.ts';
import type {FieldState} from '../../../store/types.ts';
import type {Deck} from '../../deck.ts';
import {clean, fit, truncate, width} from '../../terminal/index.ts';
import {areaText, paintArea} from '../../widgets/area.ts';
import {paintLine} from '../../widgets/line.ts';
import {paintSpans, type Span, span, wrap} from '../../widgets/spans.ts';
import {editField} from '../edit/field.ts';
import {editPlan} from '../edit/plan.ts';
import {createInputs, kindOf} from './inputs.ts';
import {pickMany, pickOne} from './pick.ts';
import type {Plan} from './plan.ts';

export interface StepView {
  readonly paint: (columns: number, rows: number) => string[];
  readonly layers: () => readonly Layer[];
  readonly rows: (columns: number) => number;
}

export interface StepHost {
  repaint(): void;
  resize(): void;
  close(): void;
}

const NAME = 22;
const AREA_ROWS = 6;

export function formView(deck: Deck, plan: Plan, host: StepHost): StepView {
  const inputs = createInputs((path, value) => plan.set(path, value));
  let focused: string | undefined;
  let top = 0;
  const fields = (): readonly FieldState[] => plan.state().fields.filter(({path}) => !plan.filled.has(path));
  const stops = (): readonly FieldState[] => fields().filter(field => kindOf(field) !== 'group');
  const current = (): FieldState | undefined => stops().find(({path}) => path === focused);
  const onButton = (): boolean => focused === BUTTON;
  const BUTTON = '';

  /** To the first problem, or the first field. */
  function settle(): void {
    if (current() !== undefined || onButton()) return;
    focused = (stops().find(({problems}) => problems.length > 0) ?? stops()[0])?.path ?? BUTTON;
  }
  function step(by: number): void {
    const order = [...stops().map(({path}) => path), BUTTON];
    const at = order.indexOf(focused ?? BUTTON);
    focused = order[(at + by + order.length) % order.length];
    host.repaint();
  }
  function preview(): void {
    void plan.toPreview();
    if (plan.state().step !== 'form') return;
    const bad = stops().find(({problems}) => problems.length > 0);
    if (bad !== undefined) {
      focused = bad.path;
      deck.say(`${bad.title}: ${bad.problems[0] ?? 'is not right yet'}`, 'attention');
    }
    host.resize();
  }
  function enter(): void {
    const field = current();
    if (field === undefined) preview();
    else if (kindOf(field) === 'choose') choose(field, pickOne);
    else if (kindOf(field) === 'chooseMany') choose(field, pickMany);
    else step(1);
  }
  function choose({path}: FieldState, open: typeof pickOne): void {
    open({
      deck,
      field: () => fields().find(field => field.path === path),
      set: value => plan.set(path, value),
      done: () => step(1),
      changed: listener => plan.lead.subscribe(listener),
    });
  }
  function flip(): void {
    const field = current();
    if (field !== undefined) plan.set(field.path, field.value !== true);
    host.repaint();
  }

  /** A long text by itself; from any other field, all of them. */
  async function toEditor(): Promise<void> {
    const field = current();
    if (field !== undefined && kindOf(field) === 'area') {
      await editField(deck, field, value => plan.set(field.path, value));
    } else if (plan.changes.length > 1) {
      deck.say('several at once are changed in the form: the editor takes one', 'attention');
    } else await editPlan(deck, plan);
    host.resize();
  }

  const keys = layer(
    'form',
    {
      editor: () => void toEditor(),
      next: () => step(1),
      previous: () => step(-1),
      enter,
      preview,
      close: () => host.close(),
    },
    {
      title: 'Form',
      modal: true,
      typing: () => {
        const field = current();
        return field !== undefined && ['line', 'area'].includes(kindOf(field));
      },
      text(stroke) {
        const field = current();
        if (field === undefined) return false;
        const kind = kindOf(field);
        // Typing on a picker opens it: what was typed is its search.
        if ((kind === 'choose' || kind === 'chooseMany') && stroke.text !== undefined) {
          enter();
          deck.press(stroke);
          return true;
        }
        if (kind !== 'line' && kind !== 'area') return false;
        const typed = inputs.type(field, stroke);
        if (typed) host.repaint();
        return typed;
      },
    },
  );
  const toggle = layer('toggle', {flip});
  const move = (key: 'up' | 'down', by: number) => () => {
    const field = current();
    if (field !== undefined && inputs.type(field, {key})) host.repaint();
    else step(by);
  };
  const multiline = layer('multiline', {
    newline: () => {
      const field = current();
      if (field !== undefined) inputs.type(field, {key: 'enter'});
      host.repaint();
    },
    up: move('up', -1),
    down: move('down', 1),
  });

  interface Block {
    readonly lines: readonly string[];
    readonly path: string;
  }

  function blocks(columns: number): readonly Block[] {
    settle();
    const skin = deck.skin();
    const all: Block[] = fields().map(field => ({path: field.path, lines: fieldLines(field, columns)}));
    const label = ' Preview ';
    all.push({
      path: BUTTON,
      lines: ['', ` ${' '.repeat(NAME)} ${onButton() ? skin.bar(`[${label}]`) : `[${label}]`}`],
    });
    return all;
  }

  function fieldLines(field: FieldState, columns: number): string[] {
    const skin = deck.skin();
    if (kindOf(field) === 'group') return ['', paintSpans(skin, [span(` ${field.title}`, 'dim')], columns)];
    const here = field.path === focused;
    const name = `${field.title}${field.required ? ' *' : ''}`;
    const head = `${here ? skin.tone('accent', skin.symbol('cursor')) : ' '}${here ? skin.heading(fit(clean(name), NAME)) : fit(clean(name), NAME)} `;
    const room = Math.max(4, columns - NAME - 3);
    const lines = valueLines(field, room, here).map(
      (line, index) => (index === 0 ? head : ' '.repeat(NAME + 2)) + line,
    );
    const below = (text: string, tone: Span['tone']): void => {
      for (const line of wrap(text, room))
        lines.push(paintSpans(skin, [span(' '.repeat(NAME + 2)), span(line, tone)], columns));
    };
    for (const problem of field.problems) below(`${skin.glyph('failed')} ${problem}`, 'failed');
    const hint = [field.help, field.bounds].filter(Boolean).join(' · ');
    if (here && hint !== '') below(hint, 'dim');
    return lines;
  }

  function valueLines(field: FieldState, room: number, here: boolean): string[] {
    const skin = deck.skin();
    const unit = field.unit === undefined ? '' : ` ${field.unit}`;
    switch (kindOf(field)) {
      case 'area': {
        const area = inputs.area(field);
        const rows = here ? AREA_ROWS : Math.min(AREA_ROWS, Math.max(1, area.lines.length));
        if (!here && areaText(area) === '') return [skin.tone('dim', '—')];
        return paintArea(area, room, rows, here).map(line => (here ? `\x1b[4m${line}\x1b[24m` : line));
      }
      case 'line': {
        const wide = Math.min(room - width(unit), 48);
        const text = inputs.line(field);
        if (here && inputs.fresh(field)) {
          const shown = clean(text.text);
          const blank = ' '.repeat(Math.max(0, wide - width(shown)));
          return [`\x1b[7m${shown}\x1b[27m\x1b[4m${blank}\x1b[24m${skin.tone('dim', unit)}`];
        }
        const line = paintLine(text, wide, here, field.secret ? '•' : undefined);
        return [`${here ? `\x1b[4m${line}\x1b[24m` : line}${skin.tone('dim', unit)}`];
      }
      case 'toggle':
        return [`[${field.value === true ? 'x' : ' '}] ${field.value === true ? 'yes' : 'no'}`];
      default: {
        const text = chosenText(field);
        const shown =
          text === '' ? skin.tone('dim', field.loading ? 'loading…' : 'choose…') : truncate(clean(text), room - 4);
        return [`${shown} ${skin.tone('dim', skin.symbol('unfolded'))}`];
      }
    }
  }

  return {
    rows: columns => blocks(columns).reduce((sum, {lines}) => sum + lines.length, 0) + 1,
    paint(columns, rows) {
      const all = blocks(columns);
      const lines = all.flatMap(block => block.lines);
      const at = all.findIndex(({path}) => path === focused);
      const begin = all.slice(0, at).reduce((sum, {lines}) => sum + lines.length, 0);
      const end = begin + (all[at]?.lines.length ?? 1);
      if (end > top + rows) top = end - rows;
      if (begin < top) top = begin;
      top = Math.max(0, Math.min(top, lines.length - rows));
      return lines.slice(top, top + rows);
    },
    layers() {
      const field = current();
      const kind = field && kindOf(field);
      return kind === 'toggle' ? [keys, toggle] : kind === 'area' ? [keys, multiline] : [keys];
    },
  };
}

function chosenText({value, options}: FieldState): string {
  const name = (one: unknown): string => options?.find(option => option.value === one)?.text ?? String(one);
  if (value === undefined || value === null || value === '') return '';
  return Array.isArray(value) ? value.map(name).join('  ') : name(value);
}
