/** Responses without a view of their own: shown as JSON, never hidden. */
import type {ConsoleContext} from '../../../context/console-context.ts';
import {span} from '../../../widgets/spans.ts';
import {type DetailLine, spansLine} from '../../shared/detail-lines.ts';

export function jsonLines(context: ConsoleContext, values: readonly unknown[]): readonly DetailLine[] {
  const skin = context.skin();
  return values.flatMap(value =>
    value === undefined
      ? []
      : JSON.stringify(value, null, 2)
          .split('\n')
          .map(text => spansLine(skin, [span(text)])),
  );
}
