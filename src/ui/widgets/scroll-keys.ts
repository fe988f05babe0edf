/** The movement keys of everything that scrolls. */
import {createLayer, type Layer} from '../../keymap/layer.ts';
import {type Motion, motion} from './scroll.ts';

/** Rows per notch of the mouse wheel. */
const WHEEL_ROWS = 3;

/**
 * @param move moves by this number of rows; infinite for the ends.
 * @param height the number of visible rows.
 */
export function scrollLayer(move: (by: number) => void, height: () => number): Layer {
  const go = (kind: Motion) => () => move(motion(kind, height()));
  return createLayer('moving', {
    down: go('down'),
    up: go('up'),
    halfDown: go('halfDown'),
    halfUp: go('halfUp'),
    pageDown: go('pageDown'),
    pageUp: go('pageUp'),
    first: go('first'),
    last: go('last'),
    wheelDown: () => move(WHEEL_ROWS),
    wheelUp: () => move(-WHEEL_ROWS),
  });
}
