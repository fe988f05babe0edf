/** The layout of the panes, from the terminal's size alone, so that a resize loses no state. */
import type {Rectangle} from '../terminal/index.ts';

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface CellPosition {
  readonly x: number;
  readonly y: number;
}

/** The row of a position, from the top of the area; undefined outside of it. */
export function rowAt(area: Rectangle | undefined, {x, y}: CellPosition): number | undefined {
  if (area === undefined) return undefined;
  const isInside = x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height;
  return isInside ? y - area.y : undefined;
}

export interface Layout extends Size {
  readonly kind: 'wide' | 'medium' | 'narrow' | 'tiny';
  readonly header: 0 | 1;
  readonly body: number;
  /** The width of the sidebar; 0 if it is folded to the switcher line. */
  readonly sidebar: number;
  readonly switcher: 0 | 1;
  readonly list: number;
  readonly detail: number;
  readonly strip: 0 | 1;
  /** Rows for toasts, above the strip. */
  readonly messages: number;
}

export interface LayoutFacts {
  /** True if the detail has the focus: if panes share a place, it is the one that shows. */
  readonly isInDetail: boolean;
  /** The focused detail uses the width of the list, too. */
  readonly wantsWidth?: boolean;
  /** The screen has a list and a detail, rather than one page over both. */
  readonly isSplit: boolean;
  readonly hasStrip: boolean;
  /** The number of rows that toasts take now. */
  readonly messages?: number;
  /** True if the view takes the screen except for the footer. */
  readonly isBare?: boolean;
}

/** The size that an overlay requests inside its border. */
export interface SizeRequest {
  readonly at?: 'center' | 'upper';
  readonly size: (columns: number, rows: number) => Size;
}

/** Rows that overlays must not cover. */
export interface Edges {
  /** At the upper edge: the header. */
  readonly above: number;
  /** At the lower edge: messages, and the lines below them. */
  readonly below: number;
}

/** @param messages the number of rows that toasts take, also if the layout has no rows of their own for them */
export const visibleEdges = ({header, strip}: Pick<Layout, 'header' | 'strip'>, messages: number): Edges => ({
  above: header,
  below: messages === 0 ? 0 : messages + 1 + strip,
});

/**
 * The rectangle of an overlay with its border, cut to the size of the terminal.
 * The overlay moves only if it would cover the edges.
 */
export function overlayRectangle({at, size}: SizeRequest, {columns, rows}: Size, {above, below}: Edges) {
  const inner = size(columns - 2, rows - 2);
  const width = Math.max(3, Math.min(inner.columns + 2, columns));
  const height = Math.max(3, Math.min(inner.rows + 2, rows - above - below));
  const x = (columns - width) >> 1;
  const wanted = at === 'upper' ? Math.min(2, rows - height) : (rows - height) >> 1;
  const y = Math.max(above, Math.min(wanted, rows - below - height));
  return {x, y, width, height};
}

const SIDEBAR_COLUMNS = 24;
/** The smallest terminal in which the console shows. */
export const MIN_SIZE: Size = {columns: 60, rows: 15};
export const hasRoom = ({columns, rows}: Size): boolean => columns >= MIN_SIZE.columns && rows >= MIN_SIZE.rows;

export function layoutPanes(
  {columns, rows}: Size,
  {isInDetail, isSplit, hasStrip: busy, messages: said = 0, isBare = false, wantsWidth = false}: LayoutFacts,
): Layout {
  const kind = !hasRoom({columns, rows}) ? 'tiny' : columns >= 150 ? 'wide' : columns >= 100 ? 'medium' : 'narrow';
  const strip = busy && !isBare && kind !== 'tiny' ? 1 : 0;
  // The wallboard has no cursor that toasts could cover.
  const messages = isBare || kind === 'tiny' ? 0 : said;
  const switcher = kind === 'narrow' && !isBare ? 1 : 0;
  const header = isBare ? 0 : 1;
  const sidebar = !isBare && (kind === 'wide' || kind === 'medium') ? SIDEBAR_COLUMNS : 0;
  const room = columns - sidebar;
  const body = Math.max(0, rows - 1 - header - strip - switcher - messages);
  const common = {columns, rows, kind, header, body, sidebar, switcher, strip, messages} as const;
  if (!isSplit) return {...common, list: room, detail: 0};
  if (kind === 'wide' && !(isInDetail && wantsWidth)) {
    const detail = Math.min(76, Math.max(48, Math.floor(room * 0.38)));
    return {...common, list: room - detail, detail};
  }
  return isInDetail ? {...common, list: 0, detail: room} : {...common, list: room, detail: 0};
}
