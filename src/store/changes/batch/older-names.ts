/** Converts stored changes of older versions to the current names. */
import {isObject} from '../../../families/shape/json-object.ts';

/** An undo. Older versions wrote `does`, `of` and `takesBack`, with `way` and `what`. */
export function withCurrentUndoNames(stored: unknown): unknown {
  if (!isObject(stored) || !isObject(stored.takesBack)) return stored;
  const {does: action, of: id, takesBack, ...rest} = stored;
  const {way: kind, what: title} = takesBack;
  return {...rest, action, id, undoneChange: {kind, title}};
}

/** A line of a journal. Version 1 has `back` in a row for `undo`, and `does` in a step for `action`. */
export function withCurrentLineNames(line: unknown): unknown {
  if (!isObject(line) || !isObject(line.begin) || !Array.isArray(line.begin.rows)) return line;
  return {...line, begin: {...line.begin, rows: line.begin.rows.map(withCurrentRowNames)}};
}

function withCurrentRowNames(row: unknown): unknown {
  if (!isObject(row)) return row;
  const {back, step, ...rest} = row;
  return {
    ...rest,
    ...('step' in row && {step: withCurrentStepNames(step)}),
    ...('back' in row && {undo: withCurrentUndoNames(back)}),
  };
}

function withCurrentStepNames(step: unknown): unknown {
  if (!isObject(step) || !('does' in step)) return step;
  const {does: action, ...rest} = step;
  return {action, ...rest};
}
