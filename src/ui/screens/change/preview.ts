/** The preview step: the request as it will be sent, what it does besides, and two buttons of which Cancel has the focus. */
import {bareTitle} from '../../../families/format.ts';
import {type Handlers, layer} from '../../../keymap/layer.ts';
import {isTyped} from '../../../store/changes/confirm.ts';
import {type Load, timeWords} from '../../../store/changes/duration.ts';
import {impactLines} from '../../../store/changes/impact.ts';
import type {Preview} from '../../../store/changes/types.ts';
import type {Deck} from '../../deck.ts';
import {clean, fit, width} from '../../terminal/index.ts';
import {edit, type Line, lineOf, paintLine} from '../../widgets/line.ts';
import {paintSpans, type Span, span, spansWidth, wrap, written} from '../../widgets/spans.ts';
import {copyText} from '../copying.ts';
import {movingLayer} from '../moving.ts';
import {saveText} from '../saving.ts';
import type {StepHost, StepView} from './form.ts';
import type {Plan, Stage} from './plan.ts';

export interface PreviewHost extends StepHost {
  send(): void;
  /** One step back: to the form, where there was one. */
  back(): void;
  readonly hasOptions: boolean;
  /** To the form, even where it was passed over. */
  options(): void;
}

const glyphs = {known: 'attention', loading: 'busy', unknown: 'unknown'} as const;

/** A harmless edit needs no second thought; all else begins on Cancel. */
export function isHarmless({profile}: Pick<Deck, 'profile'>, plan: Plan): boolean {
  const {confirm = 'none'} = plan.lead.action;
  // In production nothing goes without a second thought.
  if (profile.production || plan.typing() !== undefined) return false;
  const {preview} = plan.state();
  return confirm === 'none' && preview?.charges !== true && preview?.grave !== true && plan.changes.length === 1;
}

export function previewView(deck: Deck, plan: Plan, host: PreviewHost): StepView {
  let top = 0;
  let line: Line = lineOf();
  /** Which button the user chose, and whether it was known to be grave by then: what turns grave later was not chosen. */
  let chosen: {readonly sends: boolean; readonly grave: boolean} | undefined;
  const typing = (): string | undefined => plan.typing();
  const preview = (): Preview | undefined => plan.state().preview;
  const harmless = (): boolean => isHarmless(deck, plan);
  const isGrave = (): boolean => preview()?.grave === true;
  const choose = (sends: boolean): void => {
    chosen = {sends, grave: isGrave()};
  };
  const armed = (): boolean => (chosen && (chosen.grave || !isGrave()) ? chosen.sends : harmless());
  const typedRight = (): boolean => {
    const asked = typing();
    return asked === undefined || isTyped(line.text, asked);
  };
  const title = (): string => (plan.staged === undefined ? bareTitle(plan.title) : 'Send');

  function proceed(): void {
    // A slip in the label must not close what is being confirmed: the keys after it would reach the list.
    if (!typedRight() && line.text !== '') deck.say(`that is not ${typing()}: type it as it is written`, 'attention');
    else if (armed()) host.send();
    else {
      host.close();
      deck.say(`${title()}: cancelled, nothing was sent`);
    }
  }
  const handlers: Handlers<'preview'> = {
    proceed,
    switch() {
      choose(!armed() && typedRight());
      if (!typedRight()) deck.say(`type ${typing()} first`, 'attention');
      host.repaint();
    },
    async copy() {
      const lines = await plan.curls();
      copyText(deck, lines.join('\n'), lines.length > 1 ? `${lines.length} curl lines` : 'the curl line');
    },
    back: () => host.back(),
  };
  const keys = layer('preview', handlers, {
    title: 'Preview',
    typing: () => typing() !== undefined,
    text(stroke) {
      if (typing() === undefined) return false;
      const next = edit(line, stroke);
      if (next === undefined) return false;
      line = next;
      choose(typedRight());
      host.repaint();
      return true;
    },
  });
  const unarmed = layer('unarmed', {
    copy: handlers.copy,
    save: async () => saveText(deck, 'skydeck-request.sh', `${(await plan.curls()).join('\n')}\n`),
    // Where the button has the focus anyway the footer keeps quiet about it, and the habit still works.
    yes: {run: () => host.send(), absent: () => harmless()},
    options: {run: () => host.options(), hidden: () => !host.hasOptions},
  });
  let count = 0;
  let height = 1;
  const moving = movingLayer(
    by => {
      top = Math.max(0, Math.min(top + by, count - height));
      host.repaint();
    },
    () => height,
  );

  /** Different changes: a line for each, what goes and what comes. */
  function stagedBody(staged: readonly Stage[], columns: number): readonly Span[][] {
    const skin = deck.skin();
    const {profile} = deck;
    const where: Span[] = profile.production ? [{text: ` ${profile.name} `, style: skin.danger}, span(' ')] : [];
    const count = (mark: Stage['mark']): number => staged.filter(stage => stage.mark === mark).length;
    const words = `${count('+')} added, ${count('~')} changed, ${count('-')} deleted`;
    const requests = staged.length === 1 ? 'one request' : `${staged.length} requests, one after the other`;
    const lines: Span[][] = [[span(' '), ...where, span(words, 'strong'), span(`  ${requests}`, 'dim')], []];
    const widest = Math.min(28, Math.max(0, ...staged.map(({label}) => width(clean(label)))));
    const tones = {'+': 'ok', '~': 'attention', '-': 'failed'} as const;
    for (const {mark, label, before, after} of staged) {
      const head = [span(` ${mark} `, tones[mark]), span(`${fit(clean(label), widest)}  `)];
      const was = before === undefined ? [] : [span(before, mark === '~' ? 'dim' : tones[mark])];
      const is = after === undefined ? [] : [span(after, tones[mark])];
      const both = [...head, ...was, ...(mark === '~' ? [span(` ${skin.symbol('link')} `, 'dim')] : []), ...is];
      if (mark !== '~' || spansWidth(both) <= columns) lines.push(both);
      else lines.push([...head, ...was], [span(' '.repeat(widest + 3)), span(`${skin.symbol('link')} `, 'dim'), ...is]);
    }
    const say = (text: string): void => {
      for (const [index, piece] of wrap(text, Math.max(10, columns - 4)).entries())
        lines.push([span(` ${index === 0 ? skin.glyph('attention') : ' '} ${piece}`, 'attention')]);
    };
    const told = [...plan.skipped.map(({label, words}) => `not ${label}: ${words}`), ...(plan.notes ?? [])];
    if (told.length > 0) lines.push([]);
    for (const text of told) say(text);
    return lines;
  }

  function body(columns: number): readonly Span[][] {
    if (plan.staged !== undefined) return stagedBody(plan.staged, columns);
    const shown = preview();
    if (shown === undefined) return [[span(' working out the request…', 'dim')]];
    const skin = deck.skin();
    const room = Math.max(10, columns - 2);
    const {profile} = deck;
    const where: Span[] = profile.production ? [{text: ` ${profile.name} `, style: skin.danger}, span(' ')] : [];
    const {followed} = shown;
    const lines: Span[][] = [
      [span(' '), ...where, span(shown.method, 'strong'), span(` ${shown.path}`)],
      ...(followed ? [[span(' then '), span(followed.method, 'strong'), span(` at ${followed.to}`)]] : []),
      [],
    ];
    const say = (text: string, tone: Span['tone'], mark: string): void => {
      for (const [index, piece] of wrap(text, room - 2).entries())
        lines.push([span(` ${index === 0 ? mark : ' '} ${piece}`, tone)]);
    };
    if (plan.changes.length > 1) {
      const {one, title, label} = plan.family;
      const going = plan.going();
      const names = going.map(({row}) => (row ? label(row) : one)).join(', ');
      say(`for ${going.length} ${going.length === 1 ? one : title}: ${names}`, 'strong', skin.glyph('busy'));
    }
    if (plan.changes.length > 1) say(timeWords(loadOf(shown, plan, deck)), 'dim', ' ');
    for (const {label, words} of [...plan.skipped, ...plan.same()])
      say(`not ${label}: ${words}`, 'attention', skin.glyph('attention'));
    const widest = Math.min(26, Math.max(0, ...shown.differences.map(({title}) => width(title))));
    const value = Math.max(10, columns - widest - 6);
    for (const {title, before, after = 'nothing'} of shown.differences) {
      const name = span(`   ${fit(clean(title), widest)}  `, 'dim');
      const is = span(after, after === 'nothing' ? 'dim' : 'ok');
      const arrow = `${skin.symbol('link')} `;
      if (isShort(before ?? '', after, value)) {
        const was = before === undefined ? [] : [span(before, 'failed'), span(` ${arrow}`, 'dim')];
        lines.push([name, ...was, is]);
        continue;
      }
      // Long values stand below each other, whole and as they are written: a text is read before it is sent.
      const margin = span(' '.repeat(widest + 5));
      const old = before === undefined ? [] : written(before, value).map(text => [span(text, 'failed')]);
      const now = written(after, before === undefined ? value : value - 2).map((text, index) => [
        ...(before === undefined ? [] : [span(index === 0 ? arrow : '  ', 'dim')]),
        span(text, is.tone),
      ]);
      lines.push(...[...old, ...now].map((spans, index) => [index === 0 ? name : margin, ...spans]));
    }
    if (shown.differences.length === 0 && shown.body === undefined)
      lines.push([span('   the request says it all: nothing is sent along', 'dim')]);
    lines.push([]);
    if (shown.charges) say('starts billing', 'attention', skin.glyph('attention'));
    for (const warning of shown.warnings) say(warning, 'attention', skin.glyph('attention'));
    for (const impact of shown.impact)
      for (const text of impactLines(impact))
        say(text, impact.state === 'unknown' ? 'unknown' : 'attention', skin.glyph(glyphs[impact.state]));
    if (shown.scopes.length > 0 && !shown.held)
      say(`a token needs ${shown.scopes.join(' and ')} for it`, 'dim', skin.symbol('dot'));
    if (shown.final !== undefined) say(`cannot be undone from here: ${shown.final}`, 'dim', skin.symbol('dot'));
    if (shown.body !== undefined && shown.differences.length === 0) {
      for (const text of shown.body.split('\n')) lines.push([span(`   ${text}`, 'dim')]);
    }
    while (lines.at(-1)?.length === 0) lines.pop();
    return lines;
  }

  /** What is asked to be typed, with the line for it: beside it where the whole word has room there, or else below. */
  function typingLines(word: string, columns: number): readonly string[] {
    const {tone} = deck.skin();
    const prompt = ` Type ${word} to go on: `;
    const beside = columns - width(prompt) - 1;
    if (beside > width(word)) return [`${tone('failed', prompt)}${paintLine(line, beside, true)}`];
    const asking = wrap(prompt.trim(), columns - 2).map(piece => ` ${tone('failed', piece)}`);
    return [...asking, ` ${paintLine(line, columns - 2, true)}`];
  }
  /** The lines below what is shown: what is typed, and the buttons. */
  const asked = (columns: number): number => {
    const word = typing();
    return word === undefined ? 2 : typingLines(word, columns).length + 3;
  };
  return {
    rows(columns) {
      return body(columns).length + asked(columns);
    },
    paint(columns, rows) {
      const skin = deck.skin();
      const all = body(columns).map(spans => paintSpans(skin, spans, columns));
      const word = typing();
      count = all.length;
      height = Math.max(1, rows - asked(columns));
      top = Math.max(0, Math.min(top, count - height));
      const lines = all.slice(top, top + height);
      while (lines.length < height) lines.push('');
      // Nobody agrees to what is out of sight without knowing that there is more of it.
      const below = count - top - height;
      const more = `${skin.symbol('down')} ${below} more ${below === 1 ? 'line' : 'lines'} below: the arrow keys scroll`;
      lines.push(below > 0 ? paintSpans(skin, [span(` ${more}`, 'attention')], columns) : '');
      if (word !== undefined) lines.push(...typingLines(word, columns), '');
      const button = (text: string, on: boolean): string => (on ? skin.bar(`[${text}]`) : ` ${text} `);
      const act = skin.tone(word === undefined ? 'accent' : 'failed', ` ${title()} `);
      lines.push(` ${button('Cancel', !armed())}  ${armed() ? button(title(), true) : act}`);
      return lines;
    },
    layers: () =>
      typing() === undefined ? [{...moving, modal: true}, unarmed, keys] : [{...moving, modal: true}, keys],
  };
}

/** What the requests of a plan ask of the limit. */
function loadOf({limitClass}: Preview, plan: Plan, {session, clock}: Deck): Load {
  const {latency} = session.traffic();
  return {
    requests: plan.going().length,
    limitClass,
    limits: session.limits(),
    latency: latency?.median,
    now: clock.now(),
  };
}

/** Whether both values stand on one line, with the arrow between them. */
const isShort = (before: string, after: string, columns: number): boolean =>
  !/[\r\n]/.test(before + after) && width(clean(before)) + width(clean(after)) + 3 <= columns;
