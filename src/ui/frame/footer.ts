/** The bottom line: the keys that work now, from the same key map that handles them. */
import {type Hint, hintsFor} from '../../keymap/hints.ts';
import {createIdleDebounce} from '../context/idle-debounce.ts';
import type {ClockPort, KeyPort, SkinPort, SurfacePort} from '../context/ports.ts';
import {cellWidth, type Surface, sideBySide} from '../terminal/index.ts';
import type {Skin} from '../theme/skin.ts';
import {paintSpans, type Span, span} from '../widgets/spans.ts';

type FooterPorts = ClockPort & KeyPort & SkinPort & SurfacePort;

/** Hints from this position on are the ways to leave the view. */
const EXIT_HINTS_FROM = 85;

/** While the cursor moves quickly the hints stay; milliseconds without a move until they are computed again. */
const HINT_DELAY_MS = 75;

export interface Footer {
  readonly surface: Surface;
  /** Called when only the cursor moved. */
  onCursorMoved(): void;
  /** Repaints after a change of the available actions. */
  repaint(): void;
}

/** The last computed hints. */
interface HintsCache {
  readonly columns: number;
  readonly skin: Skin;
  readonly text: string;
}

/** @param position the cursor's position */
export function createFooter(context: FooterPorts, position: () => string): Footer {
  let painted: {readonly key: string; readonly skin: Skin; readonly text: string} | undefined;
  let kept: HintsCache | undefined;
  let isFollowing = false;
  const resting = createIdleDebounce(context.clock, HINT_DELAY_MS, () => footer.repaint());

  function paint(columns: number): string[] {
    const skin = context.skin();
    const end = `${position()} `;
    const room = columns - cellWidth(end);
    const known = kept?.columns === room && kept.skin === skin ? kept : undefined;
    kept = isFollowing && known !== undefined ? known : fittingHints(room, known);
    return [sideBySide(kept.text, paintSpans(skin, [span(end, 'dim')], cellWidth(end)))];
  }

  /** The cached hints if they would be the same. */
  function fittingHints(columns: number, known: HintsCache | undefined): HintsCache {
    const text = hints(columns);
    return known?.text === text ? known : {columns, skin: context.skin(), text};
  }

  function hints(columns: number): string {
    const skin = context.skin();
    const found = hintsFor(context.layers(), context.keymap);
    const chosen = choose(found, columns - 1);
    const shown: Span[] = [span(' ')];
    let key = String(columns);
    for (const hint of found) {
      const dimmed = chosen.get(hint);
      if (dimmed === undefined) continue;
      const {key: name, title} = hint;
      key += `${dimmed ? '\n' : '\t'}${name}\t${title}`;
      shown.push(span(name, dimmed ? 'dim' : 'accent'), span(` ${title}  `, dimmed ? 'dim' : 'plain'));
    }
    if (painted?.key !== key || painted.skin !== skin) painted = {key, skin, text: paintSpans(skin, shown, columns)};
    return painted.text;
  }

  const surface = context.surface(columns => paint(columns));
  const footer: Footer = {
    surface,
    onCursorMoved() {
      isFollowing = true;
      surface.repaint();
      resting.touch();
    },
    repaint() {
      isFollowing = false;
      surface.repaint();
    },
  };
  return footer;
}

/**
 * The hints that fit, and which are dimmed: available actions in order, then in the remaining room the disabled ones
 * with their reason.
 */
function choose(hints: readonly Hint[], columns: number): ReadonlyMap<Hint, boolean> {
  const chosen = new Map<Hint, boolean>();
  let room = columns;
  const fits = (hint: Hint): boolean => wide(hint) < room;
  const take = (hint: Hint, {isDimmed}: {readonly isDimmed: boolean}): void => {
    chosen.set(hint, isDimmed);
    room -= wide(hint);
  };
  // The way back, help and the command line lead to everything else, so their room is reserved.
  const ways = hints.filter(({order}) => order >= EXIT_HINTS_FROM);
  const reserve = ways.reduce((sum, hint) => sum + wide(hint), 0);
  room -= reserve;
  const off: Hint[] = [];
  for (const hint of hints) {
    // The reason for a disabled action is computed only for visible hints, because it may need a check of every
    // selected row.
    if (hint.order >= EXIT_HINTS_FROM || !fits(hint)) continue;
    if (hint.unavailableReason() === undefined) take(hint, {isDimmed: false});
    else off.push(hint);
  }
  for (const hint of off) if (fits(hint)) take(hint, {isDimmed: true});
  room += reserve;
  for (const hint of ways) if (fits(hint)) take(hint, {isDimmed: hint.unavailableReason() !== undefined});
  return chosen;
}

const wide = ({key, title}: {readonly key: string; readonly title: string}): number =>
  cellWidth(key) + cellWidth(title) + 3;
