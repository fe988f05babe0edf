/** Answers nobody drew a view for yet: shown as they are, never hidden. */
import type {ConsoleContext} from '../../deck.ts';
import {span} from '../../widgets/spans.ts';
import {type DetailLine, spansLine} from './lines.ts';

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
