/** Responses without a separate view, shown as JSON. */
import type {SkinPort} from '../../../context/ports.ts';
import {span} from '../../../widgets/spans.ts';
import {type DetailLine, spansLine} from '../../shared/detail-lines.ts';

export function jsonLines(context: SkinPort, values: readonly unknown[]): readonly DetailLine[] {
  const skin = context.skin();
  return values.flatMap(value =>
    value === undefined
      ? []
      : JSON.stringify(value, null, 2)
          .split('\n')
          .map(text => spansLine(skin, [span(text)])),
  );
}
