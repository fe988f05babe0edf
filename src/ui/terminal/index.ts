/**
 * The terminal, as screens see it; they import nothing else from this folder. Nothing in here needs Ink, which takes
 * longer to load than all the rest of the console: what does is in `ink/`.
 *
 * A pane that changes on every key is a surface: give `createSurface` a function that returns its rows (styled strings,
 * one per row), show it with `<Canvas surface={…} width={…} height={…}>`, and call `surface.repaint()` when the data
 * behind it changes — from a store subscription, never through React state. The rows are on the screen when
 * `repaint()` returns. Several changes belong in one `batch()`. Everything else is ordinary Ink.
 */

export {cellWidth, eachCluster, fitToCells, truncate} from '../../platform/text/cell-width.ts';
export {sanitize, withoutControls, withoutSequences} from '../../platform/text/sanitize.ts';
export {type Capabilities, capabilitiesOf} from './control/capabilities.ts';
export {type CopyOutcome, MAX_CLIPBOARD_BYTES} from './control/clipboard.ts';
export type {TerminalContextValue} from './ink/terminal-context.ts';
export {type OpenTerminal, openTerminal, type TerminalOptions} from './open-terminal.ts';
export {dimLine, joinLines as sideBySide} from './output/cells.ts';
export type {ColorLevel} from './output/palette.ts';
export {stripStyles} from './output/sgr-style.ts';
export {type CanvasSurface, createSurface, type Paint, type Rectangle, type Surface} from './output/surface.ts';
export {TwoGenerationCache} from './output/two-generation-cache.ts';
